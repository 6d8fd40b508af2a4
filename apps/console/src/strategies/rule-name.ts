import { fill } from '../i18n/language.ts';
import { t } from './texts.ts';

/** A constant rule in words: what it does. */
export function ruleText(name: string): string {
  if (name === 'cap_first_auction') return t.cap_first_auction;
  return name === 'mean_spread_56_days' ? t.mean_spread_56_days : name;
}

/** A constant rule as it is named beside models: what it does, and that it is constant. */
export function ruleName(name: string): string {
  return fill(t.constant, { rule: ruleText(name) });
}
