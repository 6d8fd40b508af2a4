import { times } from '@solano/domain/contracts/thoroughness';
import {
  MAX_NOTE_LENGTH,
  MODELS,
  readBacktest,
  readDecision,
  readError,
  readOutputIds,
  readSeries,
  readSettings,
  readStatus,
} from '@solano/domain/desk';
import { isSolanoError, parseWallTime } from '@solano/domain/kernel';
import {
  BacktestRequest,
  DecisionRequest,
  LABEL_PATTERN,
  PurchaseSubmission,
  PurchaseUpdate,
  RotationRequest,
  StrategySettings,
} from '@solano/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSchema } from 'zod-openapi';

/** Returns a check of whether the document allows a body. */
function allowance(body: z.ZodType): (value: unknown) => boolean {
  const { schema, components: schemas } = createSchema(body, { io: 'input' });
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const check = ajv.compile({ allOf: [schema], components: { schemas } });
  return (value) => check(value);
}

/** Rules that a JSON Schema cannot state. */
const NO_SCHEMA_RULE =
  / repeats the | is named twice| is before the first| is not before today|More than \d+ days|No item of the series| of the series is larger than /;

/** Whether a reader accepts its input; `unsaid` where a schema cannot state the rule that rejects it. */
function accepted(read: () => unknown): boolean | 'unsaid' {
  try {
    read();
    return true;
  } catch (error) {
    if (!isSolanoError(error, 'invalid_request')) throw error;
    return NO_SCHEMA_RULE.test(error.message) ? 'unsaid' : false;
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

/** Mostly the valid value, sometimes another one. */
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

/** A label of the right form that no clock shows: a schema cannot reject it. */
function holdsUnshownLabel(value: unknown): boolean {
  const labels = JSON.stringify(value).match(/"\d{4}-\d{2}-\d{2} \d{2}:\d{2}"/g) ?? [];
  return labels.some((text) => {
    const label = text.slice(1, -1);
    if (!new RegExp(LABEL_PATTERN).test(label)) return false;
    const isSkipped = accepted(() => readSeries([{ datetime: label, purchase: 1 }], 1)) === false;
    return parseWallTime(label) === undefined || isSkipped;
  });
}

function agree(
  body: fc.Arbitrary<unknown>,
  allows: (value: unknown) => boolean,
  accepts: (members: Record<string, unknown>) => boolean | 'unsaid',
): void {
  const seen = { true: 0, false: 0 };
  const property = fc.property(body, (given) => {
    const value = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
    fc.pre(!holdsUnshownLabel(value));
    const isAccepted = accepts(value);
    fc.pre(isAccepted !== 'unsaid');
    seen[`${isAccepted}`] += 1;
    expect(allows(value)).toBe(isAccepted);
  });
  fc.assert(property, { numRuns: times(1_000) });
  // Neither side of the comparison is left out.
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(50);
}

const quarters = fc.integer({ min: -100, max: 4_400 }).map((count) => count / 4);
const bound = fc.oneof(quarters, fc.constantFrom(0.99, 1_000_000, 1_000_001, null));
const sessionNumbers = fc.dictionary(fc.constantFrom('MD', 'MID1', 'MID3', 'x'), bound, {
  maxKeys: 2,
});
const parameterNames = [...new Set(MODELS.flatMap((model) => Object.keys(model.parameters)))];
const settingArbitrary = fc.record(
  {
    idmodel: mostly(fc.constantFrom(...MODELS.map(({ idmodel }) => idmodel)), odd),
    enabled: mostly(fc.boolean(), odd),
    parameters: fc.oneof(
      fc.constant(null),
      fc.dictionary(fc.constantFrom(...parameterNames), fc.oneof(bound, sessionNumbers), {
        maxKeys: 1,
      }),
      mostly(fc.constant({}), anything),
    ),
    more: anything,
  },
  { requiredKeys: ['idmodel'] },
);
const settingsArbitrary = fc.record({
  settings: mostly(fc.array(mostly(settingArbitrary, anything), { maxLength: 2 }), odd),
});

describe('the document allows what the service accepts', () => {
  test('a submission has the same valid bodies', () => {
    const item = mostly(fc.record({ datetime: label, purchase: number }), anything);
    const items = mostly(fc.array(item, { maxLength: 3 }), odd);
    const body = fc.record({ purchase: items, more: anything }, { requiredKeys: [] });
    agree(body, allowance(PurchaseSubmission), ({ purchase }) => {
      return accepted(() => readSeries(purchase, Infinity));
    });
  });

  test('an update has the same valid bodies', () => {
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
      return accepted(() => {
        readOutputIds(members.outputs);
        readStatus(members.status);
        readError(members.error);
      });
    });
  });

  test('the settings of strategies have the same valid bodies', () => {
    agree(settingsArbitrary, allowance(z.object({ settings: StrategySettings })), (members) => {
      return accepted(() => readSettings(members.settings));
    });
  });

  test('a request for a backtest has the same valid bodies', () => {
    const day = mostly(fc.constantFrom('2024-03-01', '2024-10-27', '2024-12-31'), odd);
    const hour = digits(23).map((text) => `2024-10-27 ${text}:00`);
    const item = fc.record({ datetime: mostly(hour, odd), purchase: number });
    const series = fc.oneof(fc.constant(null), fc.array(mostly(item, anything), { maxLength: 3 }));
    const body = fc.tuple(
      fc.record({ from: day, to: day, series }, { requiredKeys: ['from', 'to'] }),
      fc.oneof(fc.constant({}), fc.constant({ settings: null }), settingsArbitrary),
    );
    const limits = { maxItems: Infinity, now: Date.parse('2026-11-22T12:00:00Z') };
    const merged = body.map(([range, settings]) => ({ ...range, ...settings }));
    agree(merged, allowance(BacktestRequest), (members) => {
      return accepted(() => readBacktest(members, limits));
    });
  });

  test('a decision has the same valid bodies', () => {
    const length = fc.constantFrom(0, 1, MAX_NOTE_LENGTH, MAX_NOTE_LENGTH + 1);
    const note = mostly(
      length.map((count) => 'x'.repeat(count)),
      odd,
    );
    const body = fc.record({ idmodel: number, note, more: anything }, { requiredKeys: [] });
    agree(body, allowance(DecisionRequest), (members) => accepted(() => readDecision(members)));
  });

  test('a duration has the same valid texts', () => {
    const amount = fc.oneof(
      digits(40_000, 1),
      digits(99).map((text) => `1.${text}`),
      fc.string(),
    );
    const unit = fc.constantFrom('s', 'm', 'h', 'd', 'w', '');
    const grace = mostly(
      fc.tuple(amount, unit).map((parts) => parts.join('')),
      anything,
    );
    const body = fc.record({ grace, more: anything }, { requiredKeys: [] });
    const allows = allowance(RotationRequest);
    agree(body, allows, (members) => {
      const isGood = RotationRequest.safeParse(members).success;
      // A hundred years at most.
      return !isGood && allows(members) && /^\d/.test(String(members.grace)) ? 'unsaid' : isGood;
    });
  });
});
