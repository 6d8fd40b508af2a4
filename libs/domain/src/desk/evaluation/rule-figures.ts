import type { ConstantRule } from '../models/model.ts';
import type { EvaluatedRule } from './evaluation.ts';
import { type Money, moneyOf, type UnheldShares, unheldOf } from './figures.ts';
import { type Fraction, minus, readFraction } from './fraction.ts';

/** Cost of a constant rule for the same purchase, rounded for display. */
export interface RuleFigures {
  readonly name: ConstantRule;
  /** Null where a price is missing. */
  readonly expectedCost: Money | null;
  readonly saved: Money | null;
  /** Null while prices are to come. */
  readonly realised: (UnheldShares & { readonly cost: Money; readonly saved: Money }) | null;
}

export function ruleFigures({ rule, realised }: EvaluatedRule): RuleFigures {
  return {
    name: rule.rule,
    expectedCost: rule.cost === null ? null : moneyOf(rule.cost),
    saved: rule.saved === null ? null : moneyOf(rule.saved),
    realised: realised
      ? { cost: moneyOf(realised.cost), saved: moneyOf(realised.saved), ...unheldOf(realised) }
      : null,
  };
}

/**
 * The rule that has saved most, or is expected to while not all are realised, ties to the first;
 * null where that is not known of any.
 */
export function bestRule(rules: readonly EvaluatedRule[]): ConstantRule | null {
  const isRealised = rules.every(({ realised }) => realised);
  const savings = rules.flatMap(({ rule, realised }) => {
    const saved = isRealised ? realised?.saved : rule.saved;
    return saved == null ? [] : [{ name: rule.rule, saved: readFraction(saved) }];
  });
  return maxSavingName(savings);
}

/** The name with the largest saving, ties to the first; null if there is none. */
export function maxSavingName<T>(
  savings: readonly { readonly name: T; readonly saved: Fraction }[],
): T | null {
  const best = savings.reduce<(typeof savings)[number] | undefined>(
    (most, each) => (most && minus(each.saved, most.saved).num <= 0n ? most : each),
    undefined,
  );
  return best?.name ?? null;
}
