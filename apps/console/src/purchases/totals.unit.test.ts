import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { decisionRows, nameOf } from './totals.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

const totals = (saved: string, purchases = 1) => ({ purchases, mwh: 2, cost: '9.00', saved });

const rule = (name: 'cap_first_auction' | 'mean_spread_56_days', saved: string) => ({
  name,
  expected: totals(saved),
  realised: null,
});

const RULES = [rule('cap_first_auction', '1.00'), rule('mean_spread_56_days', '3.00')];

function decision(idmodel: number, expected: string, realised: string, purchases = 1) {
  return {
    idmodel,
    purchases,
    expected: totals(expected, purchases),
    realised: totals(realised, purchases - 1),
    rests_on: 'decision' as const,
    constant_rules: RULES,
    best_constant_rule: 'mean_spread_56_days' as const,
  };
}

describe('The rows of a decided model', () => {
  it('The best constant rule is below the model, for the same purchases', () => {
    const decided = decision(3, '5.00', '4.00');
    expect(decisionRows(decided)).toEqual([decided, RULES[1]]);
    expect(decisionRows(decided).map(nameOf)).toEqual([
      '3 Cheapest, capped',
      'Constant: mean spread of 56 days',
    ]);
    setLanguage('es');
    expect(decisionRows(decided).map(nameOf)[1]).toBe('Constante: diferencia media de 56 días');
  });

  it('The model is alone in an evaluation of an earlier release', () => {
    const earlier = {
      ...decision(3, '5.00', '4.00'),
      constant_rules: [],
      best_constant_rule: null,
    };
    expect(decisionRows(earlier)).toEqual([earlier]);
  });
});
