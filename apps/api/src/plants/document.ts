import { defaultsOf, PLANT, Plant, PlantBody, PlantPatch, PlantPath } from '@solano/schemas';
import { recordMetadata, TIMESTAMPS } from '../records/record-metadata.ts';

const NEW_PLANT = {
  name: 'Muxía',
  lat: '43.1042',
  lon: -9.2188,
  installed_capacity_mw: '30.6',
  nominal_capacity_mw: 30,
  area: 'ES',
  technology_type: 'wind',
  agrupation: '',
  timezone: 'Europe/Madrid',
};

const PLANT_EXAMPLE = {
  id: 'b7e1c1c0-51ce-4f4d-8a39-3d5b6c8f2a01',
  ...defaultsOf(PLANT),
  ...NEW_PLANT,
  lat: '43.1042000',
  lon: '-9.2188000',
  installed_capacity_mw: '30.600',
  nominal_capacity_mw: '30.000',
  last_training_cnn_at: '2026-11-20 04:30',
  ...TIMESTAMPS,
};

export const PLANTS = recordMetadata({
  tag: 'Plants',
  name: 'Plant',
  plural: 'Plants',
  text: 'a plant',
  path: '/api/v0/plants/',
  idPath: '/api/v0/plants/{plant_id}/',
  id: PlantPath,
  schema: Plant,
  body: PlantBody,
  patch: PlantPatch,
  example: PLANT_EXAMPLE,
  newExample: NEW_PLANT,
  patchExample: { name: 'Muxía 2' },
  rejections: {
    'Fields of a plant': {
      name: ['plant with this name already exists.'],
      technology_type: ['"hydro" is not a valid choice.'],
      lat: ['Ensure that there are no more than 7 decimal places.'],
      timezone: ['This field is required.'],
    },
  },
  removal: 'Its unavailabilities are deleted with it.',
  isFiltered: false,
});
