import {
  DEFAULT_PLANT_SETTINGS,
  MAX_GROUPS,
  MAX_KNOWN_AFTER_MINUTES,
  MAX_LATITUDE,
  MAX_LONGITUDE,
  MAX_LOSSES,
  type PlantSettings as Plant,
  type PortfolioSettings as Portfolio,
} from '@solano/domain/energy';
import { REGIONS } from '@solano/domain/kernel';
import { z } from 'zod';

const { knownAfterMinutes: defaultMinutes } = DEFAULT_PLANT_SETTINGS;

const KNOWN_AFTER = {
  known_after_minutes: z.int().min(0).max(MAX_KNOWN_AFTER_MINUTES).default(defaultMinutes).meta({
    description:
      'How many minutes after its end the first value of a period counts as known for forecasts and scores, however late it was delivered.',
  }),
};

export const PlantSettings = z
  .strictObject(KNOWN_AFTER)
  .meta({ id: 'PlantSettings', description: 'What is said of the measurements of a plant.' });

const Losses = z.strictObject({
  from: z.iso.date().meta({ description: 'The Madrid day from which on they count.' }),
  percent: z.string().meta({
    description:
      'What is added to measured energy to have it at the busbar of the power station: measured × (1 + percent ÷ 100). 0 or more and below 100, with at most four decimals.',
    examples: ['5.25'],
  }),
});

const GroupEnd = z.strictObject({
  group: z.string(),
  ends: z.iso.date().nullable().meta({
    description: 'The last Madrid day on which the group counts; null where it has no end.',
  }),
});

const Place = z.strictObject({
  lat: z.number().min(-MAX_LATITUDE).max(MAX_LATITUDE),
  lon: z.number().min(-MAX_LONGITUDE).max(MAX_LONGITUDE),
});

export const PortfolioSettings = z
  .strictObject({
    ...KNOWN_AFTER,
    losses: z
      .array(Losses)
      .max(MAX_LOSSES)
      .default([])
      .meta({ description: 'In order of day; before the first there are none.' }),
    groups: z.array(GroupEnd).max(MAX_GROUPS).default([]).meta({
      description: 'Each group once; those that are not named have no end.',
    }),
    region: z.enum(REGIONS).nullable().default(null).meta({
      description:
        'Region whose holidays are used in consumption forecasts: an autonomous community by ISO 3166-2 code; null: all of Spain, regional holidays weighted by population.',
    }),
    place: Place.nullable().default(null).meta({
      description:
        'Where the consumers are, in decimal degrees: the weather there is collected, and its temperature counts in forecasts of consumption; null: none does.',
    }),
  })
  .meta({
    id: 'PortfolioSettings',
    description: 'What is said of the measurements of a portfolio.',
  });

export function plantSettingsJson({ knownAfterMinutes }: Plant): z.output<typeof PlantSettings> {
  return { known_after_minutes: knownAfterMinutes };
}

export function portfolioSettingsJson(settings: Portfolio): z.output<typeof PortfolioSettings> {
  const { losses, groups, region, place } = settings;
  return {
    ...plantSettingsJson(settings),
    losses: [...losses],
    groups: [...groups],
    region,
    place,
  };
}
