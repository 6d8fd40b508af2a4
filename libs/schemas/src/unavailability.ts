import type { UnavailabilityFields } from '@solano/domain';
import { AVAILABILITY_TYPES, SOURCE_UNITS } from '@solano/domain';
import type { FieldTable } from './record.ts';
import { choice, instant, number, text, zoneName } from './rules.ts';

/** The fields of an unavailability. */
export const UNAVAILABILITY: FieldTable<UnavailabilityFields> = {
  plantName: { name: 'plant_id', schema: text() },
  start: { name: 'start_time_utc', schema: instant() },
  end: { name: 'end_time_utc', schema: instant() },
  availablePowerMw: { name: 'available_power_mw', schema: number({ least: 0 }) },
  availabilityType: { name: 'availability_type', schema: choice(AVAILABILITY_TYPES) },
  observations: { name: 'observations', schema: text({ blank: true, most: 10_000 }), fallback: '' },
  sourceUnit: { name: 'source_unit', schema: choice(SOURCE_UNITS).nullable(), fallback: null },
  sourceValue: { name: 'source_value', schema: number().nullable(), fallback: null },
  timezoneSource: { name: 'timezone_source', schema: zoneName().nullable(), fallback: null },
};
