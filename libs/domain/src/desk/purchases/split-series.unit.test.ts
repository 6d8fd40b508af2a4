import { dateAfter } from '@solano/domain/kernel';
import {
  CurveBuilder,
  type PastErrors,
  type PriceCurve,
  quartersOf,
  type Session,
} from '@solano/domain/market';
import { type BySession, byVintage, itemsOf } from '@solano/domain/test/slots';
import { solver } from '@solano/domain/test/solver';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import type { StrategySetting } from '../models/parameters.ts';
import { defaultsOf } from '../models/parameters.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { type OutputRow, splitSeries, splitToText } from './split-series.ts';

const utc = (text: string) => Date.parse(text);

const settings = (...ids: number[]): StrategySetting[] =>
  MODELS.filter(({ idmodel }) => ids.includes(idmodel)).map(({ idmodel, parameters }) => ({
    idmodel,
    enabled: true,
    parameters: defaultsOf(parameters),
  }));

/** Prices in EUR/MWh of some sessions: one for every item, undefined if none is predicted. */
function curvesOf(
  items: readonly SeriesItem[],
  prices: BySession<readonly (number | undefined)[]>,
): Map<Session, PriceCurve> {
  const entries = Object.entries(prices) as [Session, (number | undefined)[]][];
  return new Map(
    entries.map(([session, each]) => {
      const builder = new CurveBuilder(items.flatMap(({ period }) => [...quartersOf(period)]));
      items.forEach(({ period }, i) => {
        const price = each[i];
        if (price === undefined) return;
        const series = { stepMinutes: period.minutes, ends: [period.end], prices: [price * 1000] };
        builder.addOlder(series);
      });
      return [session, builder.curve];
    }),
  );
}

/** Sixty days on which sessions were off by so many EUR/MWh in every quarter hour, and by none. */
function historyOf(off: BySession<number>): Map<Session, PastErrors> {
  const entries = Object.entries(off) as [Session, number][];
  return new Map(
    entries.map(([session, euros]) => {
      const days = Array.from({ length: 60 }, (_, k) => {
        const error = k % 2 === 0 ? euros * 1000 : 0;
        const errors = Array.from<number>({ length: 100 }).fill(error);
        return [dateAfter('2026-11-20', -k), { errors, origins: [] }] as const;
      });
      return [session, new Map(days)];
    }),
  );
}

const row = (datetime: string, purchase_percentage: number, sale_percentage = 0): OutputRow => ({
  datetime,
  purchase_percentage,
  sale_percentage,
});

const MORNING = '2026-11-22 11:00';
const NOON = '2026-11-22 13:00';
const ALL_OPEN = utc('2026-11-21T09:00Z');
const MD_CLOSED = utc('2026-11-21T11:00Z');
const MID1_CLOSED = utc('2026-11-21T14:00Z');
const MID2_CLOSED = utc('2026-11-21T21:00Z');
const ALL_CLOSED = utc('2026-11-22T09:00Z');

async function split(
  ids: number[],
  submittedAt: number,
  items: SeriesItem[],
  curves = new Map<Session, PriceCurve>(),
  history = new Map<Session, PastErrors>(),
) {
  const inputs = { items, submittedAt, settings: settings(...ids), curves };
  const given = { ...inputs, history: byVintage(history) };
  const { trades: _, ...found } = await splitSeries(given, solver);
  return found;
}

describe('model 1 buys everything in one session', () => {
  test.each([
    ['MD is open', ALL_OPEN, { MD: [row(MORNING, 100), row(NOON, 100)] }],
    ['MD is closed', MD_CLOSED, { MID1: [row(MORNING, 100), row(NOON, 100)] }],
    ['MID1 is closed', MID1_CLOSED, { MID2: [row(MORNING, 100), row(NOON, 100)] }],
    [
      // MID3 covers the second item only; the first one is a look back.
      'only MID3 is open',
      MID2_CLOSED,
      { MD: [row(MORNING, 100)], MID3: [row(NOON, 100)] },
    ],
    ['all are closed: a look back', ALL_CLOSED, { MD: [row(MORNING, 100), row(NOON, 100)] }],
  ])('model 1 buys everything in one session where %s', async (_, at, value) => {
    expect(await split([1], at, itemsOf(60, MORNING, NOON))).toEqual({
      outputs: [{ idmodel: 1, value }],
      error: '',
      failures: [],
    });
  });
});

describe('model 2 uses fixed weights', () => {
  test.each([
    [
      'all are open: MID3 is not a choice in the morning',
      ALL_OPEN,
      {
        MD: [row(MORNING, 73.68), row(NOON, 70)],
        MID1: [row(MORNING, 15.79), row(NOON, 15)],
        MID2: [row(MORNING, 10.53), row(NOON, 10)],
        MID3: [row(NOON, 5)],
      },
    ],
    [
      'MD is closed',
      MD_CLOSED,
      {
        MID1: [row(MORNING, 60), row(NOON, 50)],
        MID2: [row(MORNING, 40), row(NOON, 33.33)],
        MID3: [row(NOON, 16.67)],
      },
    ],
    [
      'MID1 is closed',
      MID1_CLOSED,
      { MID2: [row(MORNING, 100), row(NOON, 66.67)], MID3: [row(NOON, 33.33)] },
    ],
  ])('model 2 uses fixed weights where %s', async (_, at, value) => {
    const { outputs } = await split([2], at, itemsOf(60, MORNING, NOON));
    expect(outputs).toEqual([{ idmodel: 2, value }]);
  });
});

describe('models 3 and 6, by predicted prices', () => {
  const items = itemsOf(60, MORNING, NOON);

  test('the sessions have all items for which they are in S, also those with zeros', async () => {
    const curves = curvesOf(items, { MD: [50, 40], MID1: [45, 60], MID2: [70, 70], MID3: [1, 41] });
    expect(await split([3, 6], ALL_OPEN, items, curves)).toEqual({
      outputs: [
        {
          idmodel: 3,
          value: { MD: [row(MORNING, 60), row(NOON, 100)], MID1: [row(MORNING, 40), row(NOON, 0)] },
        },
        {
          idmodel: 6,
          value: {
            MD: [row(MORNING, 0), row(NOON, 120)],
            MID1: [row(MORNING, 120), row(NOON, 0)],
            MID2: [row(MORNING, 0, 20), row(NOON, 0, 20)],
          },
        },
      ],
      error: '',
      failures: [],
    });
  });

  test('a session without a prediction is not in S, period by period', async () => {
    const curves = curvesOf(items, { MD: [undefined, 50], MID1: [30, undefined], MID2: [20, 60] });
    const { outputs } = await split([3], ALL_OPEN, items, curves);
    expect(outputs).toEqual([
      {
        idmodel: 3,
        value: {
          MD: [row(NOON, 100)],
          MID1: [row(MORNING, 70)],
          MID2: [row(MORNING, 30), row(NOON, 0)],
        },
      },
    ]);
  });

  test('a prediction of a closed session does not count', async () => {
    const curves = curvesOf(items, { MD: [1, 1], MID1: [50, 50], MID2: [60, 60] });
    const { outputs } = await split([3], MD_CLOSED, items, curves);
    expect(outputs).toEqual([
      {
        idmodel: 3,
        value: { MID1: [row(MORNING, 100), row(NOON, 100)] },
      },
    ]);
  });

  test('a model without any price for a period is left out, and the others are not', async () => {
    const curves = curvesOf(items, { MD: [50, undefined], MID1: [40, undefined] });
    const { outputs, error } = await split([1, 2, 3, 6], ALL_OPEN, items, curves);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2]);
    expect(error).toBe(
      'Model 3 left out: no price prediction for 2026-11-22 13:00. ' +
        'Model 6 left out: no price prediction for 2026-11-22 13:00.',
    );
  });

  test('the earliest gap is named, whatever the order of the items', async () => {
    const labels = ['2026-11-22 00:45', '2026-11-22 00:30', '2026-11-22 00:15', '2026-11-22 01:00'];
    const unsorted = itemsOf(15, ...labels);
    const curves = curvesOf(unsorted, { MD: [1, undefined, undefined, undefined] });
    const { error } = await split([3], ALL_OPEN, unsorted, curves);
    expect(error).toBe('Model 3 left out: no price prediction for 2026-11-22 00:15.');
  });

  test('models that are off are neither run nor named', async () => {
    const off = settings(1, 2, 3, 4, 5, 6).map((each) => {
      return { ...each, enabled: each.idmodel === 2 };
    });
    const inputs = { items, submittedAt: ALL_OPEN, settings: off };
    const given = { ...inputs, curves: new Map(), history: new Map() };
    const { outputs, error } = await splitSeries(given, solver);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([2]);
    expect(error).toBe('');
  });
});

describe('models 4 and 5, by predicted prices and past errors', () => {
  const items = itemsOf(60, MORNING, NOON);
  const curves = curvesOf(items, { MD: [50, 50], MID1: [45, 45], MID2: [44, 44] });

  test('a session without history is not in S', async () => {
    // MID1 is 5 cheaper, and off by 100 every other day: V = 60/59 · 50² = 2542.37, and 4 buys
    // 5 / (0.02 · 2542.37) = 0.0983. On average it is 45 dearer: 5 buys nothing there.
    const history = historyOf({ MD: 0, MID1: 100 });
    expect(await split([4, 5], ALL_OPEN, items, curves, history)).toEqual({
      outputs: [
        {
          idmodel: 4,
          value: {
            MD: [row(MORNING, 90.17), row(NOON, 90.17)],
            MID1: [row(MORNING, 9.83), row(NOON, 9.83)],
          },
        },
        { idmodel: 5, value: { MD: [row(MORNING, 100), row(NOON, 100)] } },
      ],
      error: '',
      failures: [],
    });
  });

  test('models 4 and 5 are left out without a history, and the others are not', async () => {
    const { outputs, error } = await split([1, 3, 4, 5, 6], ALL_OPEN, items, curves);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 3, 6]);
    expect(error).toBe(
      'Model 4 left out: fewer than 60 days of past predictions and realised prices. ' +
        'Model 5 left out: fewer than 60 days of past predictions and realised prices.',
    );
  });

  test('the error names missing predictions', async () => {
    const { error } = await split([4], ALL_OPEN, items, new Map(), historyOf({ MD: 0 }));
    expect(error).toBe('Model 4 left out: no price prediction for 2026-11-22 11:00.');
  });
});

test('the rows keep the order of the items, and the repeated hour its two rows', async () => {
  const labels = ['2026-10-25 03:00', '2026-10-25 02:00', '2026-10-25 02:00', '2026-10-25 01:00'];
  const { outputs } = await split([1], utc('2026-10-24T09:00Z'), itemsOf(60, ...labels));
  expect(outputs).toEqual([{ idmodel: 1, value: { MD: labels.map((label) => row(label, 100)) } }]);
});

describe('a model that cannot be computed', () => {
  const items = itemsOf(60, MORNING, NOON);
  const curves = curvesOf(items, { MD: [50, 50], MID1: [45, 45] });
  const history = historyOf({ MD: 0, MID1: 100 });
  const ALL = [1, 2, 3, 4, 5, 6];
  const LEFT_OUT = 'Model 5 left out: it could not be computed.';

  /** An item whose cost is beyond all numbers: model 5 alone looks at it. */
  const huge = items.map((item, i) => (i === 0 ? { ...item, megawatts: 1.7e308 } : item));

  test('a model that cannot be computed is named, and the outputs of the others are as without it', async () => {
    const { outputs, error, failures } = await split(ALL, ALL_OPEN, huge, curves, history);
    const others = [1, 2, 3, 4, 6];
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual(others);
    expect(outputs).toEqual((await split(others, ALL_OPEN, huge, curves, history)).outputs);
    expect(outputs).toEqual((await split(others, ALL_OPEN, items, curves, history)).outputs);
    expect(error).toBe(LEFT_OUT);
    expect(failures).toEqual([{ idmodel: 5, cause: expect.stringMatching(/Caused by: .*\n/) }]);
  });

  test('a model that cannot be computed is named where its solver fails, and the others run', async () => {
    const given = { items, submittedAt: ALL_OPEN, settings: settings(...ALL), curves };
    const inputs = { ...given, history: byVintage(history) };
    const failing = { optimum: () => Promise.reject(new Error('Out of memory.')) };
    const whole = await splitSeries(inputs, solver);
    const { outputs, error, failures } = await splitSeries(inputs, failing);
    expect(outputs).toEqual(whole.outputs.filter(({ idmodel }) => idmodel !== 5));
    expect(whole.outputs).toHaveLength(ALL.length);
    expect(error).toBe(LEFT_OUT);
    expect(failures).toEqual([{ idmodel: 5, cause: expect.stringContaining('Out of memory.') }]);
  });

  test('a model that cannot be computed is observed as failed, beside those that can', async () => {
    const given = { items: huge, submittedAt: ALL_OPEN, settings: settings(1, 5), curves };
    const inputs = { ...given, history: byVintage(history) };
    const observed: unknown[] = [];
    await splitSeries(inputs, solver, (name) => (error) => observed.push(name, error));
    expect(observed).toEqual(['DAY_AHEAD', undefined, 'CVAR_DAY', expect.any(Error)]);
  });

  test('a model that cannot be computed does not affect the next purchase', async () => {
    await split([5], ALL_OPEN, huge, curves, history);
    const { outputs, error } = await split([5], ALL_OPEN, items, curves, history);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([5]);
    expect(error).toBe('');
  });

  test('a model that cannot be computed is not named where it is off', async () => {
    const off = settings(...ALL).map((each) => ({ ...each, enabled: each.idmodel !== 5 }));
    const inputs = { items: huge, submittedAt: ALL_OPEN, settings: off, curves };
    const { error } = await splitSeries({ ...inputs, history: byVintage(history) }, solver);
    expect(error).toBe('');
  });

  test('a failed model is named among those that lack inputs, by idmodel, one sentence each', async () => {
    // Parameters that no model can read.
    const broken = settings(1, 2, 3).map((each) => {
      return each.idmodel === 2 ? { ...each, parameters: {} } : each;
    });
    const inputs = { items, submittedAt: ALL_OPEN, settings: broken };
    const given = { ...inputs, curves: new Map(), history: new Map() };
    const { outputs, error } = await splitSeries(given, solver);
    expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1]);
    expect(error).toBe(
      'Model 2 left out: it could not be computed. ' +
        'Model 3 left out: no price prediction for 2026-11-22 11:00.',
    );
  });

  test('a model that cannot be computed is named in the log entry of the split as well', async () => {
    const task = { items: huge, submittedAt: ALL_OPEN, settings: settings(1, 5), curves };
    const inputs = { ...task, history: byVintage(history), used: new Map() };
    const rules = { caps: { MD: 100, MID1: 40, MID2: 30, MID3: 30 }, spreads: {}, cancelled: [] };
    const provenance = { settings: null, software: 'test', rules };
    const text = await splitToText({ inputs, provenance }, { solver, digest: (each) => each });
    expect(text.outputs).toMatchObject([{ idmodel: 1 }]);
    expect(text).toMatchObject({ error: LEFT_OUT, failures: [{ idmodel: 5 }] });
  });
});
