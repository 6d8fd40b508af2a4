import { readdirSync, readFileSync } from 'node:fs';
import { MODELS, type SeriesItem, type SplitterTask } from '@solano/domain/desk';
import { splitToText } from '@solano/domain/desk/split';
import { QUARTER_MS, quartersOfDate } from '@solano/domain/kernel';
import { type PastDay, SESSIONS } from '@solano/domain/market';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ThreadSplitter } from '../src/thread-splitter.ts';
import { tools } from './splitter-thread-main.ts';

let splitter: ThreadSplitter;

beforeEach(() => {
  splitter = new ThreadSplitter(new URL('./splitter-thread-main.ts', import.meta.url));
});
afterEach(() => splitter[Symbol.asyncDispose]());

/** The ids of this process's worker threads, but for some. */
function workerThreads(others: readonly string[]): string[] {
  const nameOf = (id: string) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim();
  const all = readdirSync('/proc/self/task').filter((id) => !others.includes(id));
  return all.filter((id) => nameOf(id) === 'WorkerThread');
}

/** A day with prices and two hundred days of history in all sessions. */
function aDay(megawatts = 1): SplitterTask {
  const ends = quartersOfDate('2026-11-24');
  const items = ends.map((end, i) => {
    return { label: `item ${i}`, period: { end, minutes: 15 }, megawatts };
  });
  const history = new Map(
    SESSIONS.map(({ session }, s) => {
      const days = Array.from({ length: 200 }, (_, day): [string, PastDay] => {
        const errors = Array.from({ length: 100 }, (_, i) => ((i + s * 7 + day * 13) % 40) * 500);
        return [`day ${day}`, { errors, origins: [] }];
      });
      return [session, new Map(days)];
    }),
  );
  const curves = new Map(
    SESSIONS.map(({ session }, s) => {
      return [session, new Map(ends.map((end, i) => [end, ((i * 31 + s * 17) % 90) * 1000]))];
    }),
  );
  const submittedAt = Date.parse('2026-11-20T12:00Z');
  const settings = MODELS.map(({ idmodel, parameters }) => {
    const entries = Object.entries(parameters).map(([name, rule]) => [name, rule.default]);
    return { idmodel, enabled: true, parameters: Object.fromEntries(entries) };
  });
  const byVintage = new Map(SESSIONS.map(({ session }) => [session, history]));
  const rules = { caps: { MD: 100, MID1: 40, MID2: 30, MID3: 30 }, spreads: {}, cancelled: [] };
  const inputs = { items, submittedAt, settings, curves, history: byVintage, used: new Map() };
  return { inputs, provenance: { settings: null, software: 'test', rules } };
}

describe('a split in a thread', () => {
  test('a split in a thread equals the split of the domain', async () => {
    const inputs = aDay();
    const expected = await splitToText(inputs, tools);
    expect(expected.outputs[0]?.json.length).toBeGreaterThan(1000);
    expect(await splitter.split(inputs)).toEqual(expected);
  });

  test('a split in a thread does not block the event loop', async () => {
    await splitter.split(aDay());
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all([1, 2, 3, 4, 5, 6].map((megawatts) => splitter.split(aDay(megawatts))));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  test('a split in a thread may be one of many at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => splitter.split(aDay())));
    expect(new Set(all.map(({ outputs }) => JSON.stringify(outputs))).size).toBe(1);
  });

  test('a split in a thread receives data that purchases share only once', async () => {
    const task = aDay();
    const expected = await splitter.split(task);
    for (const sessions of task.inputs.history.values()) {
      for (const errors of sessions.values()) (errors as Map<string, PastDay>).clear();
    }
    expect(await splitter.split(task)).toEqual(expected);
  });

  test('a split receives data again that its thread has evicted for the data of many others', async () => {
    const task = aDay();
    const expected = await splitter.split(task);
    for (let i = 0; i < 30; i += 1) {
      const other = aDay();
      const items = other.inputs.items.slice(0, 1);
      await splitter.split({ ...other, inputs: { ...other.inputs, items } });
    }
    expect(await splitter.split(task)).toEqual(expected);
  });

  test('a split that cannot be computed fails, and the next one works', async () => {
    const { inputs, provenance } = aDay();
    const settings = null;
    const broken = { inputs: { ...inputs, settings }, provenance } as unknown as SplitterTask;
    await expect(splitter.split(broken)).rejects.toMatchObject({
      code: 'computation_failed',
      message: 'The strategies could not be computed for this purchase.',
    });
    expect(await splitter.split(aDay())).toMatchObject({ error: '' });
  });
});

test('a model that cannot be computed in a thread does not affect the others', async () => {
  const { outputs, error, failures } = await splitter.split(aDay(1.7e308));
  expect(outputs.map(({ idmodel }) => idmodel)).toEqual([1, 2, 3, 4, 6, 8]);
  const leftOut = 'left out: it could not be computed.';
  expect(error).toBe(`Model 5 ${leftOut} Model 7 ${leftOut}`);
  expect(failures).toMatchObject([{ idmodel: 5 }, { idmodel: 7 }]);
  expect(await splitter.split(aDay())).toMatchObject({ error: '', failures: [] });
});

test('a purchase of many items has a thread of its own, which ends with it', async () => {
  const { inputs, provenance } = aDay();
  const [first] = inputs.items as [SeriesItem];
  // Nothing is predicted for all but some.
  const items = Array.from({ length: 5_001 }, (_, i) => {
    const end = first.period.end + i * QUARTER_MS;
    return { ...first, label: `item ${i}`, period: { ...first.period, end } };
  });
  const before = readdirSync('/proc/self/task');
  const { outputs } = await splitter.split({ inputs: { ...inputs, items }, provenance });
  expect(outputs[0]?.json.length).toBeGreaterThan(100_000);
  await vi.waitFor(() => expect(workerThreads(before)).toEqual([]), 5_000);
  await splitter.split({ inputs, provenance });
  expect(workerThreads(before)).toHaveLength(1);
});

describe('closing the splitter', () => {
  test('closing the splitter ends running splits, which may be retried', async () => {
    const outcomes = Array.from({ length: 4 }, () => splitter.split(aDay()));
    const settled = Promise.allSettled(outcomes);
    await splitter[Symbol.asyncDispose]();
    const last = (await settled).at(-1);
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'engine_unavailable' } });
  });

  test('a closed splitter stays closed', async () => {
    await splitter[Symbol.asyncDispose]();
    await splitter[Symbol.asyncDispose]();
    await expect(splitter.split(aDay())).rejects.toMatchObject({ code: 'engine_unavailable' });
  });
});
