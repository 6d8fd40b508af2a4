import { type ComparedPeriod, PER_EURO, PER_MWH } from '../deviation/compared-period.ts';
import { DeviationSum, euroText } from '../deviation/deviation-figures.ts';
import { EVALUATION_FEE } from '../evaluation/cost.ts';
import type { Money } from '../evaluation/figures.ts';
import { absolute, toFixed } from '../evaluation/fraction.ts';
import { RULE_PER_EURO, RULE_PER_MWH, type RuleCost } from './rule-cost.ts';

/** A compared period with what its bought energy would have cost by the rule; null: a price is missing. */
export interface ReportedPeriod extends ComparedPeriod {
  readonly rule: RuleCost | null;
}

/** What the bought energy would have cost otherwise, and how much less it cost. Fees included. */
export interface SavingFigures {
  /** All of it day-ahead. */
  readonly dayAheadOnlyCost: Money;
  readonly savedAgainstDayAhead: Money;
  /** By the rule; null where a price is missing. */
  readonly ruleCost: Money | null;
  readonly savedAgainstRule: Money | null;
  /** What the rule leaves unbought, as no session was held: MWh with three decimals. */
  readonly ruleNotBoughtMwh: string;
}

/** The fee of a unit of energy, in units of money. */
const FEE = (BigInt(EVALUATION_FEE) * PER_EURO) / PER_MWH / 1_000n;

/** Adds up reported periods exactly; each figure is rounded half up, away from zero, once. */
export class SavingSum {
  readonly deviation = new DeviationSum();
  #marketCost = 0n;
  #dayAheadOnly = 0n;
  #ruleCost = 0n;
  #ruleNotBought = 0n;
  #isRuleKnown = true;

  add(period: ReportedPeriod): void {
    this.deviation.add(period);
    this.#marketCost += period.marketCost;
    this.#dayAheadOnly += period.dayAheadCost + absolute(period.bought) * FEE;
    if (!period.rule) this.#isRuleKnown = false;
    this.#ruleCost += period.rule?.cost ?? 0n;
    this.#ruleNotBought += period.rule?.notBought ?? 0n;
  }

  get savings(): SavingFigures {
    const ruleCost = this.#isRuleKnown ? this.#ruleCost : null;
    const marketCost = this.#marketCost * (RULE_PER_EURO / PER_EURO);
    return {
      dayAheadOnlyCost: euroText(this.#dayAheadOnly),
      savedAgainstDayAhead: euroText(this.#dayAheadOnly - this.#marketCost),
      ruleCost: ruleCost === null ? null : ruleText(ruleCost),
      savedAgainstRule: ruleCost === null ? null : ruleText(ruleCost - marketCost),
      ruleNotBoughtMwh: toFixed({ num: this.#ruleNotBought, den: RULE_PER_MWH }, 3),
    };
  }
}

function ruleText(money: bigint): Money {
  return toFixed({ num: money, den: RULE_PER_EURO }, 2);
}
