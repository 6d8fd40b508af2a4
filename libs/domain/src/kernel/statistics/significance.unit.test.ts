import { describe, expect, it } from 'vitest';
import { blockBootstrap, dieboldMariano, normal } from './significance.ts';

/** Losses about a mean, up and down by one. */
const losses = (count: number, mean: number) =>
  Array.from({ length: count }, (_, i) => mean + (((i * 7) % 11) - 5) / 5);

describe('the Diebold–Mariano test', () => {
  it('the Diebold–Mariano test sees a clear difference, and which side is better', () => {
    const other = losses(60, 12).map((loss, i) => loss + ((i % 3) - 1) * 0.5);
    const test = dieboldMariano(losses(60, 10), other);
    expect(test?.statistic).toBeLessThan(-3);
    expect(test?.p).toBeLessThan(0.01);
    expect(dieboldMariano(other, losses(60, 10))?.statistic).toBeCloseTo(
      -(test?.statistic ?? 0),
      9,
    );
  });

  it('the Diebold–Mariano test sees none in noise', () => {
    const other = losses(60, 10).map((loss, i) => loss + (i % 2 === 0 ? 0.7 : -0.7));
    expect(dieboldMariano(losses(60, 10), other)?.p).toBeGreaterThan(0.5);
  });

  it('the Diebold–Mariano test is not made on thirteen days, nor where the losses are the same', () => {
    expect(dieboldMariano(losses(13, 10), losses(13, 20))).toBeUndefined();
    expect(dieboldMariano(losses(60, 10), losses(60, 10))).toBeUndefined();
  });
});

describe('the block bootstrap', () => {
  const sums = (values: readonly number[]) => values.map((sum) => ({ sum, count: 1 }));

  it('the block bootstrap gives an interval around the ratio, the same each time', () => {
    const own = sums(losses(70, 8));
    const other = sums(losses(70, 10));
    const [low = 0, high = 0] = blockBootstrap(own, other) ?? [];
    expect(low).toBeLessThan(0.8);
    expect(high).toBeGreaterThan(0.8);
    expect(high - low).toBeLessThan(0.1);
    expect(blockBootstrap(own, other)).toEqual([low, high]);
  });

  it('the bootstrap interval is wider where neighbouring days are alike', () => {
    const ones = sums(Array.from({ length: 84 }, () => 1));
    const width = (values: readonly number[]) => {
      const [low = 0, high = 0] = blockBootstrap(sums(values), ones) ?? [];
      return high - low;
    };
    const alternating = Array.from({ length: 84 }, (_, i) => (i % 2 === 0 ? 5 : 15));
    const inRuns = Array.from({ length: 84 }, (_, i) => (Math.floor(i / 7) % 2 === 0 ? 5 : 15));
    expect(width(inRuns)).toBeGreaterThan(3 * width(alternating));
  });

  it('the bootstrap interval is not made on thirteen days', () => {
    expect(blockBootstrap(sums(losses(13, 8)), sums(losses(13, 8)))).toBeUndefined();
  });
});

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1.959964, 0.975],
    [-1.281552, 0.1],
    [5, 0.9999997],
  ])('the normal distribution at %d is %d', (x, share) => {
    expect(normal(x)).toBeCloseTo(share, 6);
  });
});
