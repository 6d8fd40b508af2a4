import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleText } from '../strategies/rule-name.ts';
import { t } from './texts.ts';

/** Savings against model 1 in EUR; null where prices are missing. */
interface Savings {
  readonly saved: string | null;
  readonly realised: { readonly saved: string } | null;
}

/** What an evaluation, or an entry of the list, says of constant rules. */
interface Ruled<Rule> {
  readonly constant_rules: readonly Rule[];
  readonly best_constant_rule: string | null;
}

interface Evaluated extends Ruled<Savings & { readonly name: string }> {
  readonly models: readonly (Savings & { readonly idmodel: number })[];
}

/** The constant rule that saved most, else is expected to; undefined where an earlier release evaluated. */
export function bestRule<Rule extends { readonly name: string }>(
  evaluation: Ruled<Rule> | null | undefined,
): Rule | undefined {
  return evaluation?.constant_rules.find(({ name }) => name === evaluation.best_constant_rule);
}

/**
 * What the best constant rule gave, and a model beside it: at realised prices, else at predicted ones,
 * by which nothing is called the best.
 */
export function comparisonText(evaluation: Evaluated, idmodel: number): string | undefined {
  const rule = bestRule(evaluation);
  if (!rule) return undefined;
  const model = evaluation.models.find((each) => each.idmodel === idmodel);
  const { text, pick } = rule.realised
    ? { text: t.realisedComparison, pick: (of?: Savings) => of?.realised?.saved }
    : { text: t.expectedComparison, pick: (of?: Savings) => of?.saved };
  return fill(text, {
    rule: ruleText(rule.name),
    ruleSaved: formatNumber(pick(rule), 2),
    model: modelName(idmodel),
    saved: formatNumber(pick(model), 2),
  });
}

/** The saving of the best constant rule, and of which rule and at which prices it is. */
export function ruleFigure(
  evaluation: Ruled<Savings & { readonly name: string }> | null | undefined,
): { readonly saved: string; readonly of: string } | undefined {
  const rule = bestRule(evaluation);
  if (!rule) return undefined;
  return {
    saved: formatNumber(rule.realised ? rule.realised.saved : rule.saved, 2),
    of: fill(rule.realised ? t.ruleRealised : t.ruleExpected, { rule: ruleText(rule.name) }),
  };
}
