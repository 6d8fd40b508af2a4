import { percentOf, slotOf } from '@solano/domain/test/slots';
import { describe, expect, test } from 'vitest';
import { meanVariance } from './mean-variance.ts';
import type { Slot } from './model.ts';
import { defaultsOf } from './parameters.ts';

const DEFAULTS = defaultsOf(meanVariance.parameters);
const OPEN = { MD: 100, MID1: 100, MID2: 100, MID3: 100 };

function bought(slot: Slot, settings: Partial<typeof DEFAULTS> = {}) {
  const [allocation] = meanVariance.allocate([slot], { ...DEFAULTS, ...settings });
  return percentOf(slot, allocation);
}

describe('with three past days and λ 0.02', () => {
  // x of MID1: predicted 45 − 50 = −5, off by 51−1, 1−1, −52+2: 50, 0, −50 around a mean of 0.
  // V = (50² + 0² + 50²) / 2 = 2500, the objective −5n + 0.01·2500·n² = −5n + 25n²: n = 0.1.
  const first = slotOf({ MD: 50, MID1: 45 }, { MD: [1, 1, -2], MID1: [51, 1, -52] });

  // x̄ −4 and −5. MID1 is off by 30, −30, 0, MID2 by 40, −20, −20, both 0 on average.
  // V₁₁ = (900 + 900) / 2 = 900, V₂₂ = (1600 + 400 + 400) / 2 = 1200, V₁₂ = (1200 + 600) / 2 = 900.
  // λV n = −x̄: 18a + 18b = 4 and 18a + 24b = 5, so b = 1/6 and a = 4/18 − 1/6 = 1/18.
  // 77.777…, 5.555…, 16.666…: the two hundredths that are left go to MD (0.78) and MID2 (0.67).
  const second = slotOf(
    { MD: 60, MID1: 56, MID2: 55 },
    { MD: [0, 0, 0], MID1: [30, -30, 0], MID2: [40, -20, -20] },
    { hour: 1 },
  );

  test('two periods with three past days and λ 0.02 are each split by themselves', () => {
    const allocations = meanVariance.allocate([first, second], DEFAULTS);
    expect(percentOf(first, allocations[0])).toEqual({ MD: 90, MID1: 10 });
    expect(percentOf(second, allocations[1])).toEqual({ MD: 77.78, MID1: 5.55, MID2: 16.67 });
  });

  test('the MW do not matter, but for their sign', () => {
    for (const megawattHours of [1000, 0]) {
      expect(bought({ ...first, megawattHours })).toEqual({ MD: 90, MID1: 10 });
    }
    // +5n + 25n²: what is sold earns less in MID1.
    expect(bought({ ...first, megawattHours: -5 })).toEqual({ MD: 100 });
  });

  test('an item below zero is sold where it is dearer, as an equal one is bought where it is cheaper', () => {
    const sold = slotOf(
      { MD: 50, MID1: 55 },
      { MD: [1, 1, -2], MID1: [51, 1, -52] },
      { megawatts: -1 },
    );
    expect(bought(sold)).toEqual({ MD: 90, MID1: 10 });
  });

  test('an error that is always the same is not a risk', () => {
    const slot = slotOf({ MD: 50, MID1: 49.999 }, { MD: [0, 0, 0], MID1: [80, 80, 80] });
    expect(bought(slot)).toEqual({ MD: 60, MID1: 40 });
  });

  test('an error that the reference shares is not a risk either', () => {
    const slot = slotOf({ MD: 50, MID1: 49.999 }, { MD: [9, -70, 0], MID1: [9, -70, 0] });
    expect(bought(slot)).toEqual({ MD: 60, MID1: 40 });
  });

  test('the first open session is the reference while MD is closed', () => {
    const slot = slotOf({ MID1: 50, MID3: 45 }, { MID1: [1, 1, -2], MID3: [51, 1, -52] });
    expect(bought(slot)).toEqual({ MID1: 90, MID3: 10 });
  });

  test('two sessions whose errors are opposite hedge each other', () => {
    // V = [100 −100; −100 100]: in equal parts they have no risk and cost 5 less.
    const slot = slotOf(
      { MD: 50, MID1: 45, MID2: 45 },
      { MD: [0, 0, 0], MID1: [10, -10, 0], MID2: [-10, 10, 0] },
    );
    const all = { caps_percent: OPEN, risk_aversion: 1000 };
    expect(bought(slot, all)).toEqual({ MID1: 50, MID2: 50 });
  });
});

describe('the weight of risk', () => {
  const errors = { MD: [3, -1, 2], MID1: [8, 1, -6], MID2: [0, 5, -9], MID3: [1, 1, -4] };
  const slot = slotOf({ MD: 50, MID1: 46, MID2: 47, MID3: 45 }, errors);

  test('the split with λ 0 is the cheapest, as in model 3', () => {
    expect(bought(slot, { risk_aversion: 0 })).toEqual({ MID1: 40, MID2: 30, MID3: 30 });
  });

  test('the split with λ → ∞ leaves everything in MD, as in model 1', () => {
    expect(bought(slot, { risk_aversion: 1_000_000 })).toEqual({ MD: 100 });
  });

  test('the split with λ → ∞ leaves everything in the first open session while MD is closed', () => {
    const { MD: _, ...open } = errors;
    const closed = slotOf({ MID1: 46, MID2: 47, MID3: 45 }, open);
    const all = { caps_percent: OPEN, risk_aversion: 1_000_000 };
    expect(bought(closed, all)).toEqual({ MID1: 100 });
  });

  test('the split with λ → ∞ adds the session that fits MD best where MD’s cap is reached', () => {
    // x of MID1 is off by 5, 2, −8: the rest goes where V is least, to MID3: −2, 2, −6.
    const half = { MD: 50, MID1: 50, MID2: 0, MID3: 50 };
    const shares = bought(slot, { caps_percent: half, risk_aversion: 1_000_000 });
    expect(shares).toEqual({ MD: 50, MID3: 50 });
  });

  test('a split whose rounding costs more than it gains is discarded', () => {
    // MID2 nearly undoes what MID1 risks: V = [100 −100; −100 100.33]. λVn = 1 is at 0.006 % of
    // each, but 0.01 % of one without the other is −0.0001 + 50,000·100·0.0001² = 0.0499 dearer.
    const pair = slotOf(
      { MD: 50, MID1: 49, MID2: 49 },
      { MD: [0, 0, 0], MID1: [10, -10, 0], MID2: [-10, 10, 1] },
    );
    expect(bought(pair, { risk_aversion: 100_000 })).toEqual({ MD: 100 });
  });

  test('the split is valid for prices and errors in the thousands', () => {
    const wild = slotOf({ MD: 4000, MID1: -500 }, { MD: [0, 0, 0], MID1: [4000, -4000, 0] });
    // −4500n + 0.01·16,000,000·n²: n = 4500 / 320,000 = 0.0140625.
    expect(bought(wild)).toEqual({ MD: 98.59, MID1: 1.41 });
  });
});
