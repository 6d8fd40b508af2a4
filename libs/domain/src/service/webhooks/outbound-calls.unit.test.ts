import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { OutboundCalls } from './outbound-calls.ts';

/** Calls that last until they are ended. */
function setUp() {
  const calls = new OutboundCalls();
  const underWay: { readonly id: string; readonly end: PromiseWithResolvers<void> }[] = [];
  const call = (id: string) => () => {
    const end = Promise.withResolvers<void>();
    underWay.push({ id, end });
    return end.promise;
  };
  /** Ends the oldest call under way. */
  const end = async (error?: Error) => {
    const oldest = underWay.shift();
    if (error) oldest?.end.reject(error);
    else oldest?.end.resolve();
    // What follows a call is done within some turns of the microtask queue.
    await new Promise(setImmediate);
  };
  return {
    end,
    underWay: () => underWay.map(({ id }) => id),
    atOnce: (id: string, customerId = 'c1') => calls.atOnce({ id, customerId }, call(id)),
    inTurn: (id: string, customerId = 'c1') => calls.inTurn({ id, customerId }, call(id)),
  };
}

/** What became of each: undefined where it succeeded. */
function codesOf(attempts: readonly Promise<unknown>[]) {
  const codes = attempts.map((attempt) =>
    attempt.then(
      () => undefined,
      (error: unknown) => (isSolanoError(error) ? error.code : String(error)),
    ),
  );
  return Promise.all(codes);
}

const UNAVAILABLE = new SolanoError('webhook_unavailable', 'No response.');

describe('a call at once', () => {
  test('a test call is one of four of a webhook at once, and rejected beyond', async () => {
    const { atOnce, end, underWay } = setUp();
    const four = Array.from({ length: 4 }, () => atOnce('w1'));
    expect(await codesOf([atOnce('w1')])).toEqual(['too_many_calls']);
    const others = [atOnce('w2'), atOnce('w1', 'c2')];
    expect(underWay()).toHaveLength(6);
    await end();
    const next = atOnce('w1');
    expect(underWay()).toHaveLength(6);
    for (let i = 0; i < 6; i += 1) await end();
    expect(await codesOf([...four, ...others, next])).toEqual(Array(7).fill(undefined));
  });

  test('a test call is one of eight of a customer at once, and does not stop other customers', async () => {
    const { atOnce, end, underWay } = setUp();
    const eight = Array.from({ length: 8 }, (_, i) => atOnce(`w${i}`));
    expect(await codesOf([atOnce('w9')])).toEqual(['too_many_calls']);
    const other = atOnce('w10', 'c2');
    expect(underWay()).toHaveLength(9);
    const codes = codesOf([...eight, other]);
    for (let i = 0; i < 9; i += 1) await end(UNAVAILABLE);
    expect(await codes).toEqual(Array(9).fill('webhook_unavailable'));
    const again = atOnce('w1');
    await end();
    await again;
  });
});

describe('a message', () => {
  test('a message waits for its turn, behind those that came first', async () => {
    const { atOnce, inTurn, end, underWay } = setUp();
    const tests = Array.from({ length: 8 }, (_, i) => atOnce(`w${i % 3}`));
    const messages = [inTurn('w4'), inTurn('w5'), inTurn('w4')];
    expect(underWay()).toHaveLength(8);
    await end();
    expect(underWay().slice(7)).toEqual(['w4']);
    await end();
    expect(underWay().slice(7)).toEqual(['w5']);
    for (let i = 0; i < 9; i += 1) await end();
    expect(await codesOf([...tests, ...messages])).toEqual(Array(11).fill(undefined));
  });

  test('a message of one webhook does not wait behind those of another that is at its limit', async () => {
    const { inTurn, end, underWay } = setUp();
    const messages = ['w1', 'w1', 'w1', 'w1', 'w1', 'w2'].map((id) => inTurn(id));
    expect(underWay()).toEqual(['w1', 'w1', 'w1', 'w1', 'w2']);
    for (let i = 0; i < 6; i += 1) await end();
    await Promise.all(messages);
  });

  test('a failing endpoint gets one message at a time, until it accepts one', async () => {
    const { inTurn, end, underWay } = setUp();
    const first = codesOf([inTurn('w1')]);
    await end(UNAVAILABLE);
    expect(await first).toEqual(['webhook_unavailable']);
    const tried = inTurn('w1');
    expect(await codesOf([inTurn('w1'), inTurn('w1')])).toEqual([
      'webhook_unavailable',
      'webhook_unavailable',
    ]);
    const other = inTurn('w2');
    expect(underWay()).toEqual(['w1', 'w2']);
    await end();
    await tried;
    const more = [inTurn('w1'), inTurn('w1')];
    expect(underWay()).toEqual(['w2', 'w1', 'w1']);
    for (let i = 0; i < 3; i += 1) await end();
    await Promise.all([other, ...more]);
  });

  test('a message that waits is not sent where another shows that its endpoint fails', async () => {
    const { inTurn, end, underWay } = setUp();
    const hanging = Array.from({ length: 5 }, () => inTurn('w1'));
    const codes = codesOf(hanging);
    await end(UNAVAILABLE);
    expect(underWay()).toHaveLength(3);
    for (let i = 0; i < 3; i += 1) await end(UNAVAILABLE);
    expect(await codes).toEqual(Array(5).fill('webhook_unavailable'));
  });
});
