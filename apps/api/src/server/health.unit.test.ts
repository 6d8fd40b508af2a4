import type { Log } from '@solano/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Checks, Part } from './health.ts';
import { askObjects, Health } from './health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LOG_NOTHING: Log = { info() {}, warn() {}, error() {} };
const OK = { ok: true };
const answers = async () => {};
const fails = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:5432, password x'));
const hangs = () => new Promise<never>(() => {});

function open(checks: Partial<Checks>, log = LOG_NOTHING) {
  return new Health({ database: answers, objects: answers, engine: answers, ...checks }, log);
}

test('ready where everything answers', async () => {
  expect(await open({}).readiness()).toEqual({
    status: 'ready',
    checks: { database: OK, objects: OK, engine: OK },
  });
});

test.each<[Part, string]>([
  ['database', 'The database does not answer.'],
  ['objects', 'The object store does not answer.'],
  ['engine', 'The workflow engine does not take purchases at the moment.'],
])('not ready where it is %s that fails or hangs', async (part, reason) => {
  const expected = {
    status: 'not ready',
    checks: { database: OK, objects: OK, engine: OK, [part]: { ok: false, reason } },
  };
  expect(await open({ [part]: fails }).readiness()).toEqual(expected);
  const hanging = open({ [part]: hangs }).readiness();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await hanging).toEqual(expected);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever asks within a second gets the same answer', async () => {
  const database = vi.fn<() => Promise<void>>(answers);
  const health = open({ database });
  const both = await Promise.all([health.readiness(), health.readiness()]);
  expect(both[0]).toBe(both[1]);
  vi.advanceTimersByTime(1_000);
  await health.readiness();
  expect(database).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await health.readiness();
  expect(database).toHaveBeenCalledTimes(2);
});

test('a change is logged once, with its cause', async () => {
  const lines: [string, object][] = [];
  const note = (fields: object, message: string) => void lines.push([message, fields]);
  let database: Checks['database'] = fails;
  const checks = { database: () => database() };
  const health = open(checks, { info: note, warn: note, error: note });
  const ask = async () => {
    vi.advanceTimersByTime(1_001);
    await health.readiness();
  };
  await ask();
  await ask();
  expect(lines).toEqual([
    ['a part of the service fails', { part: 'database', err: expect.any(Error) }],
  ]);
  database = answers;
  await ask();
  await ask();
  expect(lines.slice(1)).toEqual([['a part of the service is back', { part: 'database' }]]);
});

test('not ready while it stops, whatever its parts say', async () => {
  const database = vi.fn<() => Promise<void>>(answers);
  const health = open({ database });
  health[Symbol.dispose]();
  const stopping = { ok: false, reason: 'The service is stopping.' };
  expect(await health.readiness()).toEqual({
    status: 'not ready',
    checks: { database: stopping, objects: stopping, engine: stopping },
  });
  expect(database).not.toHaveBeenCalled();
});

test('of the objects one entry is asked for', async () => {
  let listed = 0;
  let isOver = false;
  const objects = {
    async *list(prefix: string) {
      try {
        for (;;) {
          listed += 1;
          yield { folder: `${prefix}${listed}/` };
        }
      } finally {
        isOver = true;
      }
    },
  };
  await askObjects(objects);
  expect([listed, isOver]).toEqual([1, true]);
});
