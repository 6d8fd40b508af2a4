import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleText } from '../strategies/rule-name.ts';
import { t } from './list-texts.ts';

/** The model that buys by the rule. */
export const RULE_MODEL = 8;

/** Savings against model 1 in EUR; null where prices are missing. */
interface Savings {
  readonly saved: string | null;
  readonly realised: { readonly saved: string } | null;
}

/** The constant rules of an evaluation, or of an entry of the list. */
interface Ruled<Rule> {
  readonly constant_rules: readonly Rule[];
  readonly best_constant_rule: string | null;
}

interface Evaluated extends Ruled<Savings & { readonly name: string }> {
  readonly models: readonly (Savings & { readonly idmodel: number })[];
}

/**
 * Returns the constant rule that saved most, else is expected to; undefined for an evaluation of an
 * earlier release.
 */
export function bestRule<Rule extends { readonly name: string }>(
  evaluation: Ruled<Rule> | null | undefined,
): Rule | undefined {
  return evaluation?.constant_rules.find(({ name }) => name === evaluation.best_constant_rule);
}

/** Returns the constant rule that buys as model 8 does; without figures of it, the best one. */
export function ruleOf<Rule extends Savings & { readonly name: string }>(
  evaluation: Ruled<Rule> | null | undefined,
): Rule | undefined {
  const rule = evaluation?.constant_rules.find(({ name }) => name === 'mean_spread_56_days');
  return (rule?.saved ?? rule?.realised) ? rule : bestRule(evaluation);
}

/**
 * Compares the saving of the best constant rule with a model's: at realised prices, else at
 * predicted ones, which do not prove a best one.
 */
export function comparisonText(evaluation: Evaluated, idmodel: number): string | undefined {
  const rule = bestRule(evaluation);
  if (!rule) return undefined;
  const model = evaluation.models.find((each) => each.idmodel === idmodel);
  const { text, saves, costs, pick } = rule.realised
    ? {
        text: t.realisedComparison,
        saves: t.savedEur,
        costs: t.costMore,
        pick: (of?: Savings) => of?.realised?.saved,
      }
    : {
        text: t.expectedComparison,
        saves: t.wouldSave,
        costs: t.wouldCostMore,
        pick: (of?: Savings) => of?.saved,
      };
  const savedText = (saved: string | null | undefined) => {
    const isLoss = Number(saved ?? 0) < 0;
    const amount = isLoss ? String(-Number(saved)) : saved;
    return fill(isLoss ? costs : saves, { amount: formatNumber(amount, 2) });
  };
  return fill(text, {
    rule: ruleText(rule.name),
    ruleSaved: savedText(pick(rule)),
    model: modelName(idmodel),
    saved: savedText(pick(model)),
  });
}

/** Returns the saving of the best constant rule, with its name and the kind of prices. */
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
