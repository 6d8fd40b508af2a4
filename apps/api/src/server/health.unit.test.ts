import type { Log } from '@solano/domain/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askObjects, type Checks, Health, type Part } from './health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  health?.[Symbol.dispose]();
  vi.useRealTimers();
});

const LOG_NOTHING: Log = { info() {}, warn() {}, error() {} };
const OK = { ok: true };
const READY = { status: 'ready', checks: { database: OK, objects: OK, engine: OK } };
const responses = async () => {};
const fails = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:5432, password x'));
const hangs = () => new Promise<never>(() => {});
const ROUND_MS = 5_000;

let health: Health | undefined;

/** Watches parts that respond, but for those passed. */
async function watch(checks: Partial<Checks>, log = LOG_NOTHING): Promise<Health> {
  const all = { database: responses, objects: responses, engine: responses, ...checks };
  const watching = Health.watch(all, log);
  await vi.advanceTimersByTimeAsync(2_000);
  health = await watching;
  return health;
}

/** A part that can be made to fail, hang and respond. */
function switchable(part: Part) {
  let check: () => Promise<unknown> = responses;
  const checks = { [part]: () => check() };
  return { checks, becomes: (next: typeof check) => (check = next) };
}

test('the service is ready if every part responds', async () => {
  expect((await watch({})).readiness()).toEqual(READY);
});

const REASONS: [Part, string][] = [
  ['database', 'The database does not accept writes.'],
  ['objects', 'The object store does not answer.'],
  ['engine', 'The workflow engine does not take purchases at the moment.'],
];

test.each(REASONS)(
  'the service is not ready from the start if %s has never responded',
  async (part, reason) => {
    const failing = { ok: false, reason };
    const expected = { status: 'not ready', checks: { ...READY.checks, [part]: failing } };
    for (const check of [fails, hangs]) {
      const watching = await watch({ [part]: check });
      expect(watching.readiness()).toEqual(expected);
      watching[Symbol.dispose]();
    }
  },
);

test.each(REASONS)(
  'two failures of %s in a row make the service not ready, and one success makes it ready',
  async (part, reason) => {
    const failing = { ok: false, reason };
    for (const wrong of [fails, hangs]) {
      const { checks, becomes } = switchable(part);
      const watching = await watch(checks);
      becomes(wrong);
      await vi.advanceTimersByTimeAsync(ROUND_MS);
      expect(watching.readiness()).toEqual(READY);
      await vi.advanceTimersByTimeAsync(ROUND_MS + 2_000);
      expect(watching.readiness()).toMatchObject({ checks: { [part]: failing } });
      watching[Symbol.dispose]();
    }
  },
);

test('the service is ready again after one success, and counts failures anew', async () => {
  const { checks, becomes } = switchable('database');
  const watching = await watch(checks);
  becomes(fails);
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(watching.readiness().status).toBe('not ready');
  becomes(responses);
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(watching.readiness().status).toBe('ready');
  becomes(fails);
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(watching.readiness().status).toBe('ready');
});

test('no part is checked without a caller, and each at most once in five seconds', async () => {
  const database = vi.fn<() => Promise<void>>(responses);
  const watching = await watch({ database });
  for (let i = 0; i < 100; i += 1) watching.readiness();
  expect(database).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(database).toHaveBeenCalledTimes(2);
});

test('a hanging part is not checked a second time, and its late response is accepted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const database = vi.fn<() => Promise<void>>(() => promise);
  const watching = await watch({ database });
  await vi.advanceTimersByTimeAsync(3 * ROUND_MS);
  expect(database).toHaveBeenCalledTimes(1);
  expect(watching.readiness().status).toBe('not ready');
  resolve();
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(watching.readiness().status).toBe('ready');
});

test('the change of a part’s state is logged once, with its cause', async () => {
  const lines: [string, object][] = [];
  const note = (fields: object, message: string) => void lines.push([message, fields]);
  const { checks, becomes } = switchable('database');
  await watch(checks, { info: note, warn: note, error: note });
  becomes(fails);
  await vi.advanceTimersByTimeAsync(4 * ROUND_MS);
  const failure = { part: 'database', err: expect.any(Error) };
  expect(lines).toEqual([['dependency fails: database', failure]]);
  becomes(responses);
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(lines.slice(1)).toEqual([['dependency recovered: database', { part: 'database' }]]);
});

test('the service is not ready while it stops, and its parts are checked no more', async () => {
  const database = vi.fn<() => Promise<void>>(responses);
  const watching = await watch({ database });
  watching[Symbol.dispose]();
  const stopping = { ok: false, reason: 'The service is stopping.' };
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(watching.readiness()).toEqual({
    status: 'not ready',
    checks: { database: stopping, objects: stopping, engine: stopping },
  });
  expect(database).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('the check of the object store lists one entry', async () => {
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
