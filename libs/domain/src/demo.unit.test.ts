import { describe, expect, test } from 'vitest';
import { demoPredictions } from './demo.ts';
import { MARKETS } from './market/sessions.ts';
import { labelOf } from './time/label.ts';

describe('demo predictions', () => {
  test.each([
    ['2026-11-21T10:07:00Z', '2026-11-21 00:15', '2026-12-01 00:00', 960],
    ['2026-11-21T23:30:00Z', '2026-11-22 00:15', '2026-12-02 00:00', 960],
    ['2026-03-25T10:00:00Z', '2026-03-25 00:15', '2026-04-04 00:00', 956],
    ['2026-10-20T10:00:00Z', '2026-10-20 00:15', '2026-10-30 00:00', 964],
  ])('made at %s are for each quarter from today on', (now, first, last, count) => {
    const made = demoPredictions(new Date(now));
    expect(made.map(({ market }) => market)).toEqual(MARKETS);
    for (const { ends, prices, stepMinutes, generatedAt } of made) {
      expect([stepMinutes, generatedAt]).toEqual([15, new Date(now)]);
      expect([labelOf(ends[0] ?? 0), labelOf(ends.at(-1) ?? 0)]).toEqual([first, last]);
      expect([ends.length, prices.length]).toEqual([count, count]);
      expect(prices.every((price) => Number.isInteger(price))).toBe(true);
    }
  });

  test('give the same quarter the same price, and markets prices of their own', () => {
    const [today = [], tomorrow = []] = ['2026-11-21T10:00Z', '2026-11-22T10:00Z'].map((now) =>
      demoPredictions(new Date(now)).map(({ ends, prices }) => {
        return new Map(ends.map((end, i) => [end, prices[i]]));
      }),
    );
    const shared = [...(today[0]?.keys() ?? [])].filter((end) => tomorrow[0]?.has(end));
    expect(shared).toHaveLength(9 * 96);
    for (const end of shared) {
      expect(tomorrow.map((prices) => prices.get(end))).toEqual(today.map((p) => p.get(end)));
    }
    expect(new Set(today.map((prices) => [...prices.values()].join())).size).toBe(4);
  });
});
