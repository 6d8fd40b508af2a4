import { AVAILABILITY_TYPES, SOURCE_UNITS, type UnavailabilityFields } from '@solano/domain/assets';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoText } from './iso-text.ts';
import { PLANT } from './plant.ts';
import type { FieldTable } from './record.ts';
import { recordJson, type Timestamps } from './record-json.ts';
import { UNAVAILABILITY } from './unavailability.ts';

const text = fc.string({ unit: 'binary' });
const timestamps = { id: fc.uuid(), createdAt: fc.date(), updatedAt: fc.date() };

/** All fields of a plant are texts. */
const plants = fc.record({
  ...Object.fromEntries(Object.keys(PLANT).map((field) => [field, text])),
  ...timestamps,
});

const unavailabilities: fc.Arbitrary<UnavailabilityFields & Timestamps> = fc.record({
  ...timestamps,
  plantName: text,
  start: text,
  end: text,
  availablePowerMw: fc.double(),
  availabilityType: fc.constantFrom(...AVAILABILITY_TYPES),
  observations: text,
  sourceUnit: fc.constantFrom(...SOURCE_UNITS, null),
  sourceValue: fc.option(fc.double()),
  timezoneSource: fc.option(text),
});

describe('recordJson', () => {
  test.each([
    ['plants', PLANT, plants],
    ['unavailabilities', UNAVAILABILITY, unavailabilities],
  ] as const)(
    'recordJson writes %s as JSON.stringify does, field by field',
    (_, table, records) => {
      const json = recordJson(table as FieldTable<object>);
      fc.assert(
        fc.property(fc.array(records as fc.Arbitrary<Timestamps>, { maxLength: 3 }), (list) => {
          expect(JSON.stringify(list.map(json))).toBe(JSON.stringify(list.map(plain(table))));
        }),
      );
    },
  );
});

/** The fields in their order, without regard to speed. */
function plain(table: object) {
  const fields = Object.entries(table) as [string, { name: string }][];
  return (record: Timestamps) => ({
    id: record.id,
    ...Object.fromEntries(fields.map(([key, { name }]) => [name, (record as never)[key]])),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  });
}

describe('isoText', () => {
  test.each([
    '0000-01-01T00:00:00.000Z',
    '0099-12-31T23:59:59.999Z',
    '2024-02-29T09:05:07.010Z',
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-12-31T23:59:59.999Z',
  ])('isoText writes %s', (written) => {
    expect(isoText(new Date(written))).toBe(written);
  });

  test('isoText writes what JSON.stringify writes, also of an invalid date', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: false }), (date) => {
        expect(isoText(date)).toBe(date.toJSON());
      }),
    );
  });
});
