import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import { Turns } from './turns.ts';

const down = () => new SolanoError('webhook_unavailable', 'The endpoint answered 500.');
const busy = { code: 'webhook_unavailable', message: expect.stringContaining('on their way') };
const paused = { code: 'webhook_unavailable', message: expect.stringContaining('left alone') };

/** Turns at a time that is set by hand, in seconds. */
function setUp() {
  const time = { seconds: 0 };
  const logged: { readonly pause_ms?: number }[] = [];
  const warn = (fields: object) => logged.push(fields);
  const clock = () => new Date(1_000 * time.seconds);
  const turns = new Turns({ clock, log: { info() {}, warn, error() {} } });
  let messages = 0;
  const take = (send: () => Promise<void>, webhook = 'w1') => {
    messages += 1;
    return turns.take(webhook, `m${messages}`, send);
  };
  const works = (webhook?: string) => take(async () => {}, webhook);
  const fails = async (error: Error = down()) => {
    await expect(take(() => Promise.reject(error))).rejects.toBe(error);
  };
  return { turns, time, logged, take, works, fails };
}

/** Fills the turns of one webhook; What it returns ends them all. */
function fill({ take }: ReturnType<typeof setUp>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sends = Array.from({ length: 4 }, () => take(() => promise));
  return () => {
    resolve();
    return Promise.all(sends);
  };
}

describe('a webhook that takes its time', () => {
  test('has four messages on their way at most; others’ are sent', async () => {
    const set = setUp();
    const release = fill(set);
    await expect(set.take(async () => expect.unreachable())).rejects.toMatchObject(busy);
    await set.works('w2');
    await release();
    await set.works();
    expect(set.logged).toEqual([]);
  });

  test('has the refused in line, first come, first served, until they are sent', async () => {
    const set = setUp();
    const release = fill(set);
    for (let refused = 0; refused < 3; refused += 1) {
      await expect(set.works()).rejects.toMatchObject(busy);
    }
    await release();
    await set.turns.take('w1', 'm6', async () => {});
    expect([1, 2, 3].map(() => set.turns.next('w1'))).toEqual(['m5', 'm7', undefined]);
    expect(set.turns.size).toBe(0);
  });

  test('has a thousand in line at most', async () => {
    const set = setUp();
    const release = fill(set);
    for (let refused = 0; refused < 1_001; refused += 1) {
      await expect(set.works()).rejects.toMatchObject(busy);
    }
    await release();
    let line = 0;
    while (set.turns.next('w1') !== undefined) line += 1;
    expect(line).toBe(1_000);
  });
});

describe('a webhook that fails', () => {
  test('is left alone from the third time in a row on, and that is logged', async () => {
    const { fails, works, time, logged } = setUp();
    await fails();
    await fails();
    expect(logged).toEqual([]);
    await fails();
    expect(logged).toEqual([{ webhook_id: 'w1', failures: 3, pause_ms: 5_000 }]);
    time.seconds = 4.999;
    await expect(works()).rejects.toMatchObject(paused);
    await works('w2');
    time.seconds = 5;
    await works();
    expect(logged).toHaveLength(1);
  });

  test('is left alone for twice as long each time, five minutes at most', async () => {
    const { fails, time, logged } = setUp();
    for (let failures = 1; failures <= 11; failures += 1) {
      await fails();
      time.seconds += 300;
    }
    const pauses = [5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => 1_000 * seconds);
    expect(logged.map(({ pause_ms }) => pause_ms)).toEqual(pauses);
  });

  test('is left alone for longer by what was on its way, without another word', async () => {
    const { take, works, time, logged } = setUp();
    const { promise, reject } = Promise.withResolvers<void>();
    const sends = Array.from({ length: 4 }, () => take(() => promise));
    reject(down());
    await Promise.allSettled(sends);
    expect(logged).toEqual([{ webhook_id: 'w1', failures: 3, pause_ms: 5_000 }]);
    time.seconds = 9.999;
    await expect(works()).rejects.toMatchObject(paused);
    time.seconds = 10;
    await works();
  });

  test('begins anew when a message is taken', async () => {
    const { fails, works, logged } = setUp();
    for (const step of [fails, fails, works, fails, fails]) await step();
    await works();
    expect(logged).toEqual([]);
  });

  test.each([new SolanoError('store_unavailable', 'away'), new TypeError('odd')])(
    'is another matter than %s',
    async (error) => {
      const { fails, works, logged } = setUp();
      for (let failures = 0; failures < 5; failures += 1) await fails(error);
      await works();
      expect(logged).toEqual([]);
    },
  );
});

describe('of a webhook', () => {
  test('nothing is known once its messages are taken', async () => {
    const { turns, works, fails } = setUp();
    await fails();
    expect(turns.size).toBe(1);
    await works();
    expect(turns.size).toBe(0);
  });

  test('that is used no more, nothing is known some time after the longest pause', async () => {
    const { turns, works, fails, time } = setUp();
    for (let failures = 0; failures < 3; failures += 1) await fails();
    time.seconds = 600;
    await works('w2');
    expect(turns.size).toBe(1);
    time.seconds = 601;
    await works('w2');
    expect(turns.size).toBe(0);
  });
});
