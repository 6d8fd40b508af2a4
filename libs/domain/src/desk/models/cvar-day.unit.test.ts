import { percentOf, slotOf } from '@solano/domain/test/slots';
import { solver } from '@solano/domain/test/solver';
import { describe, expect, test } from 'vitest';
import { cvarDay } from './cvar-day.ts';
import type { Slot } from './model.ts';
import { defaultsOf } from './parameters.ts';

const DEFAULTS = defaultsOf(cvarDay.parameters);
const OPEN = { MD: 100, MID1: 100, MID2: 100, MID3: 100 };
/** Of three days the dearest alone is the tail. */
const ONE_OF_THREE = 2 / 3;

async function bought(slots: readonly Slot[], settings: Partial<typeof DEFAULTS> = {}) {
  const allocations = await cvarDay.allocate(slots, { ...DEFAULTS, ...settings }, solver);
  return slots.map((slot, i) => percentOf(slot, allocations[i]));
}

describe('the split of two hours with three past days and β 0.5', () => {
  // 10 MWh each. First hour: x̄ −3, off by 9, −3, −6, so x 6, −6, −9. Second: x̄ −1, off by −11, 1,
  // 10, so x −12, 0, 9. With a and b the shares of MID1, the three days cost
  //   60a − 120b, −60a, −90a + 90b; on average −30a − 10b.
  // What the first hour loses on the first day the second one gains, and so on the third. With b up,
  // the first day falls and the third rises; where they meet, at 210b = 150a, the dearest day costs
  // 60a − 600a/7 = −180a/7. To both sides ½·dearest rises faster than ½·average falls, and both fall
  // with a: a is the cap, b = 5a/7.
  const slots = [
    slotOf({ MD: 50, MID1: 47 }, { MD: [1, 0, 2], MID1: [10, -3, -4] }, { megawatts: 10 }),
    slotOf({ MD: 50, MID1: 49 }, { MD: [0, 0, 0], MID1: [-11, 1, 10] }, { megawatts: 10, hour: 1 }),
  ];
  const worked = { confidence: ONE_OF_THREE, caps_percent: OPEN };

  test('the split of two hours with three past days and β 0.5 is the one worked by hand without caps', async () => {
    expect(await bought(slots, worked)).toEqual([{ MID1: 100 }, { MD: 28.57, MID1: 71.43 }]);
  });

  test('the split of two hours with three past days and β 0.5 is the one worked by hand with a cap of 40 %', async () => {
    expect(await bought(slots, { confidence: ONE_OF_THREE })).toEqual([
      { MD: 60, MID1: 40 },
      { MD: 71.43, MID1: 28.57 },
    ]);
  });

  test('the split hedges nothing where each hour is on its own day', async () => {
    // First: 60a at worst, −30a on average: 30a − 15a. Second: 90b at worst, −10b on average.
    const [first, second] = slots as [Slot, Slot];
    const period = { ...second.period, end: second.period.end + 24 * 3_600_000 };
    expect(await bought([first, { ...second, period }], worked)).toEqual([
      { MD: 100 },
      { MD: 100 },
    ]);
  });

  test('the label 00:00 belongs to the day that ends', async () => {
    const [first, second] = slots as [Slot, Slot];
    const at = (utc: string): Slot['period'] => ({ end: Date.parse(utc), minutes: 60 });
    const before = { ...first, period: at('2026-11-22T22:00Z') };
    const midnight = { ...second, period: at('2026-11-22T23:00Z') };
    const after = { ...second, period: at('2026-11-23T00:00Z') };
    expect((await bought([before, midnight], worked))[1]).toEqual({ MD: 28.57, MID1: 71.43 });
    expect((await bought([before, after], worked))[1]).toEqual({ MD: 100 });
  });

  test('the split with β 0 buys by the average alone, each hour up to its caps', async () => {
    const expected = [
      { MD: 60, MID1: 40 },
      { MD: 60, MID1: 40 },
    ];
    expect(await bought(slots, { tail_weight: 0 })).toEqual(expected);
    // A tail of all days is the average too.
    expect(await bought(slots, { confidence: 0 })).toEqual(expected);
  });

  test('the split counts the bias of the errors, not the prediction alone', async () => {
    // x̄ −1, but on average 2 dearer than predicted.
    const slot = slotOf({ MD: 50, MID1: 49 }, { MD: [0, 0, 0], MID1: [1, 2, 3] });
    expect(await bought([slot], { tail_weight: 0 })).toEqual([{ MD: 100 }]);
  });

  test('the split sells where the price is high', async () => {
    const errors = { MD: [0, 0, 0], MID1: [0, 1, -1] };
    const sold = slotOf({ MD: 50, MID1: 60 }, errors, { megawatts: -10 });
    expect(await bought([sold])).toEqual([{ MD: 60, MID1: 40 }]);
  });

  test.each([10, 1e9, 1e-9])('the split is the same for %d times the MW', async (times) => {
    const other = slots.map((slot) => ({ ...slot, megawattHours: slot.megawattHours * times }));
    expect(await bought(other, worked)).toEqual([{ MID1: 100 }, { MD: 28.57, MID1: 71.43 }]);
  });

  test.each([
    // Beyond 5a/7 the dearest day rises by 90b while the average falls by 10b: worth it up to 0.1.
    [0.105, { MD: 28.57, MID1: 71.43 }],
    [0.095, { MID1: 100 }],
  ])('the split for β %d is the one worked by hand', async (tail_weight, expected) => {
    const found = await bought(slots, { ...worked, tail_weight });
    expect(found).toEqual([{ MID1: 100 }, expected]);
  });

  test('the split is the same where the hours of one day are apart and in any order', async () => {
    const [first, second] = slots as [Slot, Slot];
    const other = { ...first, period: { ...first.period, end: first.period.end + 86_400_000 } };
    expect(await bought([second, other, first], worked)).toEqual([
      { MD: 28.57, MID1: 71.43 },
      { MD: 100 },
      { MID1: 100 },
    ]);
  });
});

describe('a tail that is not a whole number of days', () => {
  // α 0.5 of three days: the dearest and half of the next. x 9, −1, −20 on average −4; the tail
  // (9 − 0.5) / 1.5 = 5.666…. β·5.667 − (1−β)·4 is below zero up to β = 4 / 9.667 = 0.4138.
  const slot = slotOf({ MD: 50, MID1: 46 }, { MD: [0, 0, 0], MID1: [13, 3, -16] });

  test.each([
    [0.41, { MD: 60, MID1: 40 }],
    [0.42, { MD: 100 }],
  ])(
    'a tail that is not a whole number of days is weighted for β %d',
    async (tail_weight, expected) => {
      expect(await bought([slot], { confidence: 0.5, tail_weight })).toEqual([expected]);
    },
  );
});

describe('a split whose rounding costs more than it gains is given up', () => {
  // x of MID1 is 1000 and −1000.01, of MID2 −3000 and 3000: 40 % of the first and 13.33340 % of the
  // second gain 0.002 on the worse day, but 13.33 % lose 0.1 on the first and 13.34 % 0.196 on the
  // second.
  const worse = { confidence: 0.5, tail_weight: 1 };

  test('the split is all in MD instead', async () => {
    const errors = { MD: [0, 0], MID1: [1001, -999.01], MID2: [-3000, 3000] };
    const slot = slotOf({ MD: 50, MID1: 49, MID2: 50 }, errors);
    expect(await bought([slot], worse)).toEqual([{ MD: 100 }]);
  });

  test('the split is the cheapest instead if the cap of MD is in the way', async () => {
    // MID3 is predicted cheapest and turns out like MD.
    const errors = { MD: [0, 0], MID1: [999, -1001.01], MID2: [-3000, 3000], MID3: [10, 10] };
    const slot = slotOf({ MD: 50, MID1: 51, MID2: 50, MID3: 40 }, errors);
    const caps_percent = { MD: 50, MID1: 40, MID2: 30, MID3: 50 };
    expect(await bought([slot], { ...worse, caps_percent })).toEqual([{ MD: 50, MID3: 50 }]);
  });
});

describe('without anything to choose by', () => {
  const errors = { MD: [1, 2, 3], MID1: [1, 2, 3], MID2: [1, 2, 3] };

  test('no MW at all are bought in the reference', async () => {
    const slots = [0, 1].map((hour) => {
      return slotOf(
        { MD: 50, MID1: 40 },
        { MD: [0, 1, 2], MID1: [5, 0, 1] },
        { megawatts: 0, hour },
      );
    });
    expect(await bought(slots)).toEqual([{ MD: 100 }, { MD: 100 }]);
  });

  test('sessions that are alike leave everything in the reference', async () => {
    const alike = slotOf({ MD: 50, MID1: 50, MID2: 50 }, errors);
    expect(await bought([alike])).toEqual([{ MD: 100 }]);
  });

  test('errors without any spread leave the cheapest session', async () => {
    expect(await bought([slotOf({ MD: 50, MID1: 40, MID2: 45 }, errors)])).toEqual([
      { MD: 30, MID1: 40, MID2: 30 },
    ]);
  });

  test('a lone session gets everything', async () => {
    expect(await bought([slotOf({ MID3: 50 }, { MID3: [1, 5, 9] })])).toEqual([{ MID3: 100 }]);
  });

  test('no items have no rows', async () => {
    expect(await bought([])).toEqual([]);
  });
});

test('a tiny item beside a huge one is split correctly', async () => {
  const errors = { MD: [0, 0, 0], MID1: [1, -1, 0] };
  const slots = [1e9, 1e-6].map((megawatts, hour) => {
    return slotOf({ MD: 5000, MID1: -5000 }, errors, { megawatts, hour });
  });
  expect((await bought(slots))[0]).toEqual({ MD: 60, MID1: 40 });
});
