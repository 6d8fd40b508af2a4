import {
  Unavailability,
  UnavailabilityBody,
  UnavailabilityPatch,
  UnavailabilityPath,
} from '@solano/schemas';
import { recordMetadata, TIMESTAMPS } from '../records/record-metadata.ts';

const NEW_UNAVAILABILITY = {
  plant_id: 'Muxía',
  start_time_utc: '2026-11-23T06:00:00Z',
  end_time_utc: '2026-11-23T19:00:00+01:00',
  available_power_mw: 12.5,
  availability_type: 'CURTAILMENT',
};

const UNAVAILABILITY_EXAMPLE = {
  id: '4a9d2f0e-0d1b-4a53-9f6d-1f6b2f7f9c02',
  ...NEW_UNAVAILABILITY,
  end_time_utc: '2026-11-23T18:00:00Z',
  observations: '',
  source_unit: null,
  source_value: null,
  timezone_source: null,
  ...TIMESTAMPS,
};

export const UNAVAILABILITIES = recordMetadata({
  tag: 'Unavailabilities',
  name: 'Unavailability',
  plural: 'Unavailabilities',
  text: 'an unavailability',
  path: '/api/v0/unavailabilities/',
  idPath: '/api/v0/unavailabilities/{id}/',
  id: UnavailabilityPath,
  schema: Unavailability,
  body: UnavailabilityBody,
  patch: UnavailabilityPatch,
  example: UNAVAILABILITY_EXAMPLE,
  newExample: NEW_UNAVAILABILITY,
  patchExample: { available_power_mw: 0 },
  rejections: {
    'Fields of an unavailability': {
      plant_id: ['Unknown plant.'],
      end_time_utc: ['Must be after start_time_utc.'],
      available_power_mw: ['Ensure this value is greater than or equal to 0.'],
      availability_type: ['"BROKEN" is not a valid choice.'],
    },
  },
  removal: '',
  isFiltered: true,
});
