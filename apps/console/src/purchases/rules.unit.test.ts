import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { bestRule, comparisonText, ruleFigure } from './rules.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

const EXPECTED = {
  models: [
    { idmodel: 1, saved: '0.00', realised: null },
    { idmodel: 3, saved: '1234.50', realised: null },
  ],
  constant_rules: [
    { name: 'cap_first_auction', saved: '20.10', realised: null },
    { name: 'mean_spread_56_days', saved: '-5.00', realised: null },
  ],
  best_constant_rule: 'cap_first_auction',
};

const REALISED = {
  models: [{ idmodel: 3, saved: '1234.50', realised: { saved: '-1071.25' } }],
  constant_rules: [
    { name: 'cap_first_auction', saved: '20.10', realised: { saved: '3.00' } },
    { name: 'mean_spread_56_days', saved: '-5.00', realised: { saved: '2063.40' } },
  ],
  best_constant_rule: 'mean_spread_56_days',
};

const EARLIER = { models: EXPECTED.models, constant_rules: [], best_constant_rule: null };

test('The best rule is the one that the service names', () => {
  expect(bestRule(EXPECTED)).toBe(EXPECTED.constant_rules[0]);
  expect(bestRule(REALISED)).toBe(REALISED.constant_rules[1]);
  expect(bestRule(EARLIER)).toBeUndefined();
  expect(bestRule(null)).toBeUndefined();
});

test.each([
  [
    'en',
    'With the prices that came, the best constant rule (mean spread of 56 days) saved 2,063.40 EUR, and model 3 Cheapest, capped cost 1,071.25 EUR more.',
  ],
  [
    'es',
    'Con los precios que hubo, la mejor regla constante (diferencia media de 56 días) ahorró 2.063,40 EUR, y el modelo 3 Más baratas con tope costó 1.071,25 EUR más.',
  ],
  [
    'pt',
    'Com os preços que houve, a melhor regra constante (diferença média de 56 dias) poupou 2 063,40 EUR, e o modelo 3 Mais baratas com limite custou mais 1 071,25 EUR.',
  ],
] as const)('A page in %s compares realised savings with realised ones', (language, text) => {
  setLanguage(language);
  expect(comparisonText(REALISED, 3)?.replaceAll('\u00a0', ' ')).toBe(text);
});

test.each([
  [
    'en',
    '(the cap in MID1) would save 20.10 EUR, and model 3 Cheapest, capped would save 1,234.50 EUR',
  ],
  [
    'es',
    '(el tope en MID1) ahorraría 20,10 EUR, y el modelo 3 Más baratas con tope ahorraría 1.234,50 EUR',
  ],
  [
    'pt',
    '(o limite em MID1) pouparia 20,10 EUR, e o modelo 3 Mais baratas com limite pouparia 1 234,50 EUR',
  ],
] as const)('A page in %s calls no rule the best by expected costs', (language, text) => {
  setLanguage(language);
  const comparison = comparisonText(EXPECTED, 3)?.replaceAll('\u00a0', ' ');
  expect(comparison).toContain(text);
  expect(comparison).not.toMatch(/best|mejor|melhor/);
  expect(ruleFigure(EXPECTED)?.of).not.toMatch(/best|mejor|melhor/);
});

it('The text of rules is empty for an evaluation of an earlier release', () => {
  expect(comparisonText(EARLIER, 3)).toBeUndefined();
  expect(ruleFigure(EARLIER)).toBeUndefined();
});

test.each([
  ['en', 'would cost 1,071.25 EUR more'],
  ['es', 'costaría 1.071,25 EUR más'],
  ['pt', 'custaria mais 1 071,25 EUR'],
] as const)('A page in %s says of an expected loss what it costs', (language, text) => {
  setLanguage(language);
  const [first, ...others] = EXPECTED.models;
  const models = [{ ...first, idmodel: 3, saved: '-1071.25' }, ...others];
  const comparison = comparisonText({ ...EXPECTED, models } as typeof EXPECTED, 3);
  expect(comparison?.replaceAll('\u00a0', ' ')).toContain(text);
});

it('The figure of a model without one is a dash', () => {
  expect(comparisonText(EXPECTED, 9)).toContain('model 9 would save – EUR');
});

test('The row of a purchase has the rule’s realised saving, else its expected one', () => {
  expect(ruleFigure(EXPECTED)).toEqual({ saved: '20.10', of: 'expected: the cap in MID1' });
  expect(ruleFigure(REALISED)).toEqual({
    saved: '2,063.40',
    of: 'best realised: mean spread of 56 days',
  });
});
