import { expect, test } from 'vitest';
import { json } from './response.ts';
import { SharedResponses } from './shared-responses.ts';

/** Responses that are made one after the other; each ends when it is told to. */
function making() {
  const begun: PromiseWithResolvers<void>[] = [];
  const make = async () => {
    const made = Promise.withResolvers<void>();
    const number = begun.push(made);
    await made.promise;
    return json({ number });
  };
  return { begun, make };
}

test('callers who come while a response is made share the next one', async () => {
  const shared = new SharedResponses();
  const { begun, make } = making();
  const first = shared.get('plants', make);
  const others = [shared.get('plants', make), shared.get('plants', make)];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await expect.poll(() => begun.length).toBe(2);
  // The second is under way: it may be older than what this caller knows.
  const last = shared.get('plants', make);
  begun[1]?.resolve();
  const [one, other] = await Promise.all(others);
  expect(one).toBe(other);
  expect(one).not.toBe(await first);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve();
  expect(await last).not.toBe(one);
});

test('responses of different keys are made at once', async () => {
  const shared = new SharedResponses();
  const { begun, make } = making();
  const found = Promise.all([shared.get('plants', make), shared.get('prices', make)]);
  expect(begun).toHaveLength(2);
  for (const each of begun) each.resolve();
  const [plants, prices] = await found;
  expect(plants).not.toBe(prices);
});

test('the last of the callers who wait makes their response', async () => {
  const shared = new SharedResponses();
  const gate = Promise.withResolvers<void>();
  const by = (name: string) => async () => {
    await gate.promise;
    return json({ name });
  };
  const first = shared.get('plants', by('first'));
  const makers: string[] = [];
  const noting = (name: string) => () => {
    makers.push(name);
    return by(name)();
  };
  const waiting = ['second', 'third'].map((name) => shared.get('plants', noting(name)));
  gate.resolve();
  await Promise.all([first, ...waiting]);
  expect(makers).toEqual(['third']);
});

test('a response that can be sent only once is made for each caller', async () => {
  const shared = new SharedResponses();
  let made = 0;
  const stream = async () => {
    made += 1;
    return { send: () => {} };
  };
  const found = await Promise.all([1, 2, 3].map(() => shared.get('file', stream)));
  expect(made).toBe(3);
  expect(new Set(found).size).toBe(3);
});

test('an error is that of all who wait for it, and of nobody later', async () => {
  const shared = new SharedResponses();
  const fail = async () => {
    throw new Error('no database');
  };
  const found = await Promise.allSettled([1, 2, 3].map(() => shared.get('plants', fail)));
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await shared.get('plants', async () => json({}))).toMatchObject({ body: { length: 2 } });
});
