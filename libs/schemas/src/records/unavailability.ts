import { AVAILABILITY_TYPES, SOURCE_UNITS, type UnavailabilityFields } from '@solano/domain/assets';
import { z } from 'zod';
import { responseInstant } from '../values.ts';
import { type FieldTable, partialBody, responseRecord, wholeBody } from './record.ts';
import { choice, instant, number, text, zoneName } from './rules.ts';

/** The two sides of a time. */
function time(description: string, example: string) {
  return {
    schema: instant().meta({
      description: `${description} ISO 8601; without an offset it is UTC.`,
      examples: [example],
    }),
    responseSchema: responseInstant(`${description} UTC.`),
  };
}

/** The fields of an unavailability. */
export const UNAVAILABILITY: FieldTable<UnavailabilityFields> = {
  plantName: {
    name: 'plant_id',
    schema: text().meta({
      description: 'Name of one of the customer’s plants.',
      examples: ['Muxía'],
    }),
  },
  start: { name: 'start_time_utc', ...time('Start.', '2026-11-23T06:00:00Z') },
  end: { name: 'end_time_utc', ...time('End, after the start.', '2026-11-23T18:00:00Z') },
  availablePowerMw: {
    name: 'available_power_mw',
    schema: number({ min: 0 }).meta({ description: 'MW that remain.', examples: [12.5] }),
  },
  availabilityType: {
    name: 'availability_type',
    schema: choice(AVAILABILITY_TYPES).meta({
      description: 'Why there is less power.',
      examples: ['CURTAILMENT'],
    }),
  },
  observations: {
    name: 'observations',
    schema: text({ blank: true, max: 10_000 }).meta({
      description: 'Free text.',
      examples: ['Blade inspection'],
    }),
    fallback: '',
  },
  sourceUnit: {
    name: 'source_unit',
    schema: choice(SOURCE_UNITS).nullable().meta({ description: 'Unit as it was entered.' }),
    fallback: null,
  },
  sourceValue: {
    name: 'source_value',
    schema: number().nullable().meta({ description: 'Number as it was entered.' }),
    fallback: null,
  },
  timezoneSource: {
    name: 'timezone_source',
    schema: zoneName().nullable().meta({
      description: 'IANA time zone name, where local time was entered.',
    }),
    fallback: null,
  },
};

export const Unavailability = responseRecord(UNAVAILABILITY).meta({
  id: 'Unavailability',
  description: 'An interval in which a plant has less power than usual.',
});

const { id: _id, created_at: _created, updated_at: _updated, ...own } = Unavailability.shape;
/** An unavailability that is not recorded yet. */
export const NewUnavailability = z.object(own);

export const UnavailabilityBody = wholeBody(UNAVAILABILITY).meta({
  id: 'UnavailabilityBody',
  description:
    'All fields of an unavailability. Unknown fields, and those that the service sets, are ignored.',
});

export const UnavailabilityPatch = partialBody(UNAVAILABILITY).meta({
  id: 'UnavailabilityPatch',
  description: 'The fields of an unavailability to change; what results is checked as a whole.',
});
