import { expect, test } from 'vitest';
import { mapBounded } from './map-bounded.ts';

test('mapBounded keeps the order of the items, whichever ends first', async () => {
  const results = await mapBounded([3, 1, 2], async (ticks) => {
    for (let i = 0; i < ticks; i += 1) await Promise.resolve();
    return 10 * ticks;
  });
  expect(results).toEqual([30, 10, 20]);
});

test('mapBounded works on 16 items at a time', async () => {
  let [running, maxRunning] = [0, 0];
  await mapBounded(Array.from({ length: 100 }), async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await Promise.resolve();
    running -= 1;
  });
  expect([running, maxRunning]).toEqual([0, 16]);
});

test('mapBounded rejects with the error of the item that failed, and begins no other', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error('two');
  };
  const items = Array.from({ length: 100 }, (_, i) => i);
  await expect(mapBounded(items, work)).rejects.toThrow('two');
  expect(begun.length).toBeLessThan(20);
});
