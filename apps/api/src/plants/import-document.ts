import { ImportedPlants, PlantListForm, PlantListReading } from '@solano/schemas';
import { z } from 'zod';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const UNDERSTOOD = {
  format: 'csv',
  delimiter: ';',
  encoding: 'windows-1252',
  decimal: ',',
  columns: {
    name: 'Código',
    customer_display_name: 'Nombre',
    lat: 'Latitud',
    lon: 'Longitud',
    capacity_mw: 'Potencia (MW)',
    community: 'Comunidad',
    technology_type: 'Tecnología',
  },
  zone: null,
  date_form: null,
};
const ROW = {
  name: 'MUXIA',
  lat: '43.1042000',
  lon: '-9.2188000',
  installed_capacity_mw: '30.600',
  nominal_capacity_mw: '30.600',
  area: 'Galicia',
  technology_type: 'wind',
  last_training_cnn_at: '',
  last_training_trees_at: '',
  agrupation: '',
  customer_display_name: 'Peña da Loba',
  timezone: 'Europe/Madrid',
};
const READING = {
  understood: UNDERSTOOD,
  rows: [ROW],
  total: 1,
  problems: [],
  created: 1,
  updated: 0,
};
const BAD = {
  ...READING,
  rows: [],
  problems: [
    {
      line: 2,
      column: 'Potencia (MW)',
      value: '1.250',
      example: '12,5',
      code: 'ambiguous_number',
      params: { grouped: '1250', decimal: 1.25 },
      reason: 'could be 1250 or 1.25',
    },
  ],
  created: 0,
};

export const IMPORT_PLANTS: OperationMetadata = {
  id: 'importPlants',
  tag: 'Plants',
  summary: 'Add and update plants from a list of any spreadsheet',
  description: `
CSV in UTF-8, UTF-16 or Latin-1, delimited by \`,\`, \`;\`, tabs or \`|\`, or .xlsx, with headers in English,
Spanish or Portuguese: all of them, or none. A plant of a known name is updated in what the list says; a
new one has the other capacity where the list has one, the community, else the country, as its area and
the time zone of its country. Where a list has codes and names, the code is the plant's name.`,
  body: {
    mediaType: 'multipart/form-data',
    schema: PlantListForm,
    examples: {
      'A Spanish list': {
        file: 'Código;Nombre;Latitud;Longitud;Potencia (MW);Comunidad;Tecnología\nMUXIA;Peña da Loba;43,1042;-9,2188;30,6;Galicia;Eólica\n',
      },
    },
  },
  responses: {
    200: jsonResponse('A dry run: nothing is stored.', PlantListReading, { 'Dry run': READING }),
    201: jsonResponse('The plants are stored.', ImportedPlants, {
      Imported: { rows: 38, created: 30, updated: 8 },
    }),
    400: jsonResponse(
      'A field of the form, or the list, is not valid: nothing is stored.',
      z.union([PlantListReading, z.record(z.string(), z.array(z.string()))]),
      { 'Bad cells': BAD, 'Fields of the form': { file: ['This field is required.'] } },
    ),
  },
};
