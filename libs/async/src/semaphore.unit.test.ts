import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('a semaphore of two runs two tasks at a time, the others in order, also after a failure', async () => {
  const semaphore = new Semaphore(2);
  const begun: number[] = [];
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const done = gates.map(({ promise }, i) => {
    return semaphore.run(async () => {
      begun.push(i);
      await promise;
      return i;
    });
  });
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect(done[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all([done[0], done[2], done[3]])).toEqual([0, 2, 3]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
