import { fill, texts } from '../i18n/language.ts';

export const t = texts({
  constant: ['Constant: {rule}', 'Constante: {rule}', 'Constante: {rule}'],
  cap_first_auction: ['the cap in MID1', 'el tope en MID1', 'o limite em MID1'],
  mean_spread_56_days: [
    'mean spread of 56 days',
    'diferencia media de 56 días',
    'diferença média de 56 dias',
  ],
});

/** Describes a constant rule in words. */
export function ruleText(name: string): string {
  if (name === 'cap_first_auction') return t.cap_first_auction;
  return name === 'mean_spread_56_days' ? t.mean_spread_56_days : name;
}

/** Names a constant rule beside models: its description, and that it is constant. */
export function ruleName(name: string): string {
  return fill(t.constant, { rule: ruleText(name) });
}
