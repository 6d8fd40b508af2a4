import { fill } from '../i18n/language.ts';
import { t } from './texts.ts';

/** Describes a constant rule in words. */
export function ruleText(name: string): string {
  if (name === 'cap_first_auction') return t.cap_first_auction;
  return name === 'mean_spread_56_days' ? t.mean_spread_56_days : name;
}

/** Names a constant rule beside models: its description, and that it is constant. */
export function ruleName(name: string): string {
  return fill(t.constant, { rule: ruleText(name) });
}
