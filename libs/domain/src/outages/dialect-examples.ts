import type { DateOrder } from '../time/date-form.ts';
import type { DecimalMark } from '../values/number-form.ts';
import type { DialectField } from './dialect-columns.ts';

const TIMES: Readonly<Record<DateOrder, string>> = {
  dmy: '23/11/2026 08:00',
  mdy: '11/23/2026 08:00',
  ymd: '2026-11-23 08:00',
};

/** What the file shows, for examples that look like it. */
interface ExampleContext {
  readonly decimal: DecimalMark | undefined;
  readonly order: DateOrder | undefined;
  readonly plant: string | undefined;
}

/** A value of the field that would be right in the file. */
export function exampleOf(
  field: DialectField,
  isZone: boolean,
  context: ExampleContext,
): string | null {
  switch (field) {
    case 'start_time_utc':
    case 'end_time_utc':
      return isZone ? 'zone=Europe/Madrid' : TIMES[context.order ?? 'ymd'];
    case 'power':
      return `12${context.decimal ?? '.'}5`;
    case 'plant_id':
      return context.plant ?? null;
    case 'source_unit':
      return 'MW';
    case 'availability_type':
      return 'UNAVAILABILITY';
    case 'timezone_source':
      return 'Europe/Madrid';
    case 'observations':
      return null;
  }
}
