import {
  countItems,
  isSolanoError,
  parseWallTime,
  readError,
  readOutputIds,
  readStatus,
} from '@solano/domain';
import { times } from '@solano/domain/contracts/thoroughness';
import { LABEL_PATTERN, PurchaseSubmission, PurchaseUpdate } from '@solano/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createSchema } from 'zod-openapi';

/** What the document allows of a body. */
function allowance(body: z.ZodType): (value: unknown) => boolean {
  const { schema, components: schemas } = createSchema(body, { io: 'input' });
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const check = ajv.compile({ allOf: [schema], components: { schemas } });
  return (value) => check(value);
}

/** Whether a reader takes what it is given; `unsaid` where its errorResponse is none that a schema can say. */
function taken(read: () => unknown): boolean | 'unsaid' {
  try {
    read();
    return true;
  } catch (error) {
    if (!isSolanoError(error, 'invalid_request')) throw error;
    return / repeats the /.test(error.message) ? 'unsaid' : false;
  }
}

const digits = (max: number, width = 2) => {
  return fc.integer({ min: 0, max: max }).map((number) => String(number).padStart(width, '0'));
};
const written = fc
  .tuple(digits(3000, 4), digits(13), digits(32), digits(25), digits(61))
  .map(([year, month, day, hour, minute]) => `${year}-${month}-${day} ${hour}:${minute}`);
const good = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 16).replace('T', ' '));
const odd = fc.oneof(fc.string(), fc.constantFrom(null, undefined, 7, [], '2026-11-23T20:00'));

/** Mostly what is asked for, now and then something else. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>) => {
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: other });
};
const label = fc.oneof(
  { weight: 12, arbitrary: good },
  { weight: 1, arbitrary: written },
  { weight: 1, arbitrary: odd },
);
const number = mostly(fc.double({ noNaN: true, noDefaultInfinity: true }), odd);
const anything = fc.jsonValue({ maxDepth: 2 });

/** A label of the right form that no clock shows: a schema cannot tell. */
function holdsUnshownLabel(value: unknown): boolean {
  const labels = JSON.stringify(value).match(/"\d{4}-\d{2}-\d{2} \d{2}:\d{2}"/g) ?? [];
  return labels.some((text) => {
    const label = text.slice(1, -1);
    if (!new RegExp(LABEL_PATTERN).test(label)) return false;
    const isSkipped = taken(() => countItems([{ datetime: label, purchase: 1 }], 1)) === false;
    return parseWallTime(label) === undefined || isSkipped;
  });
}

function agree(
  body: fc.Arbitrary<unknown>,
  allows: (value: unknown) => boolean,
  takes: (members: Record<string, unknown>) => boolean | 'unsaid',
): void {
  const seen = { true: 0, false: 0 };
  const property = fc.property(body, (given) => {
    const value = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
    fc.pre(!holdsUnshownLabel(value));
    const isTaken = takes(value);
    fc.pre(isTaken !== 'unsaid');
    seen[`${isTaken}`] += 1;
    expect(allows(value)).toBe(isTaken);
  });
  fc.assert(property, { numRuns: times(1_000) });
  // Neither side of the comparison is left out.
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(50);
}

describe('the document allows what the service accepts', () => {
  test('in a submission', () => {
    const item = mostly(fc.record({ datetime: label, purchase: number }), anything);
    const items = mostly(fc.array(item, { maxLength: 3 }), odd);
    const body = fc.record({ purchase: items, more: anything }, { requiredKeys: [] });
    agree(body, allowance(PurchaseSubmission), ({ purchase }) => {
      return taken(() => countItems(purchase, Infinity));
    });
  });

  test('in an update', () => {
    const row = fc.record({
      datetime: label,
      purchase_percentage: number,
      sale_percentage: number,
    });
    const rows = mostly(fc.array(mostly(row, anything), { maxLength: 2 }), odd);
    const value = mostly(fc.dictionary(fc.constantFrom('MD', 'MID1', 'x'), rows), anything);
    const model = fc.record({ idmodel: number, value, more: anything });
    const outputs = mostly(fc.array(mostly(model, anything), { maxLength: 2 }), odd);
    const status = mostly(fc.constantFrom('failed', 'pending', 'in_progress', 'completed'), odd);
    const error = mostly(fc.constantFrom('', null, 'a reason'), anything);
    const body = fc.record({ outputs, status, error }, { requiredKeys: ['outputs'] });
    agree(body, allowance(PurchaseUpdate), (members) => {
      return taken(() => {
        readOutputIds(members.outputs);
        readStatus(members.status);
        readError(members.error);
      });
    });
  });
});
