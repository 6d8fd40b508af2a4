import {
  MAX_PLANT_TEXT,
  PLANT_DEFAULTS,
  PLANT_LIMITS,
  type PlantFields,
  TECHNOLOGIES,
} from '@solano/domain/assets';
import { type FieldTable, partialBody, responseRecord, wholeBody } from './record.ts';
import { choice, decimal, labelOrEmpty, responseDecimal, text, zoneName } from './rules.ts';

/** The two sides of a decimal field. */
function decimals(rule: Parameters<typeof decimal>[0], description: string, example: string) {
  const meta = { description, examples: [example] };
  return {
    schema: decimal(rule).meta(meta),
    responseSchema: responseDecimal(rule).meta(meta),
    decimals: rule.scale,
  };
}

function trainedAt(model: string) {
  const description = `When the ${model} model was last trained: \`YYYY-MM-DD HH:MM\`, or empty.`;
  const schema = labelOrEmpty().meta({ description, examples: ['2026-11-20 04:30'] });
  return { schema, isTime: true } as const;
}

/** The fields of a plant. */
export const PLANT: FieldTable<PlantFields> = {
  name: {
    name: 'name',
    schema: text({ max: MAX_PLANT_TEXT }).meta({
      description:
        'Plant name or external id, unique per customer; often the plant code of forecasts.',
      examples: ['Muxía'],
    }),
  },
  lat: {
    name: 'lat',
    ...decimals(PLANT_LIMITS.lat, 'Latitude in decimal degrees, at most 7 decimals.', '43.1042000'),
  },
  lon: {
    name: 'lon',
    ...decimals(
      PLANT_LIMITS.lon,
      'Longitude in decimal degrees, at most 7 decimals.',
      '-9.2188000',
    ),
  },
  installedCapacityMw: {
    name: 'installed_capacity_mw',
    ...decimals(
      PLANT_LIMITS.installedCapacityMw,
      'Installed capacity in MW, at most 3 decimals.',
      '30.600',
    ),
  },
  nominalCapacityMw: {
    name: 'nominal_capacity_mw',
    ...decimals(
      PLANT_LIMITS.nominalCapacityMw,
      'Nominal capacity in MW, at most 3 decimals.',
      '30.000',
    ),
  },
  area: {
    name: 'area',
    schema: text({ max: MAX_PLANT_TEXT }).meta({
      description: 'Region or map code.',
      examples: ['ES'],
    }),
  },
  technologyType: {
    name: 'technology_type',
    schema: choice(TECHNOLOGIES).meta({
      description: 'What drives the plant.',
      examples: ['wind'],
    }),
  },
  lastTrainingCnnAt: {
    name: 'last_training_cnn_at',
    ...trainedAt('CNN'),
    fallback: PLANT_DEFAULTS.lastTrainingCnnAt,
  },
  lastTrainingTreesAt: {
    name: 'last_training_trees_at',
    ...trainedAt('trees'),
    fallback: PLANT_DEFAULTS.lastTrainingTreesAt,
  },
  agrupation: {
    name: 'agrupation',
    schema: text({ blank: true, max: MAX_PLANT_TEXT }).meta({
      description: 'Cluster for aggregated forecasts; may be empty.',
      examples: ['Costa da Morte'],
    }),
  },
  customerDisplayName: {
    name: 'customer_display_name',
    schema: text({ blank: true, max: MAX_PLANT_TEXT }).meta({
      description: 'Optional label.',
      examples: ['Parque Muxía'],
    }),
    fallback: PLANT_DEFAULTS.customerDisplayName,
  },
  timezone: {
    name: 'timezone',
    schema: zoneName().meta({ description: 'IANA time zone name.', examples: ['Europe/Madrid'] }),
  },
};

export const Plant = responseRecord(PLANT).meta({
  id: 'Plant',
  description: 'A generation plant.',
});

export const PlantBody = wholeBody(PLANT).meta({
  id: 'PlantBody',
  description:
    'All fields of a plant; optional ones that are left out are empty. Unknown fields, and those that the service sets, are ignored.',
});

export const PlantPatch = partialBody(PLANT).meta({
  id: 'PlantPatch',
  description: 'The fields of a plant to change.',
});
