import type { EvaluatedOutput, EvaluatedRule, parseEvaluation } from '../evaluation/evaluation.ts';
import type { RealisedFigures } from '../evaluation/figures.ts';
import { maxSavingName } from '../evaluation/rule-figures.ts';
import { CONSTANT_RULES, type ConstantRule } from '../models/model.ts';
import { TotalSum, type Totals } from './total-sum.ts';

type Evaluation = Pick<ReturnType<typeof parseEvaluation>, 'outputs' | 'rules'>;

/** Sums as predicted, and as they were. */
const KINDS = ['expected', 'realised'] as const;
type Kind = (typeof KINDS)[number];

/** Sums of a constant rule over the same purchases; null if one of them has no figure. */
interface RuleSummary extends Readonly<Record<Kind, Totals | null>> {
  readonly name: ConstantRule;
}

interface ComparedRules {
  readonly constantRules: readonly RuleSummary[];
  /** The one that saved most of what is realised, else is expected to. */
  readonly bestConstantRule: ConstantRule | null;
}

interface ModelSummary extends Readonly<Record<Kind, Totals>> {
  readonly idmodel: number;
  /** Purchases that have an output of the model. */
  readonly purchases: number;
  /** Compared purchases that are left out of all sums for want of a figure of this model. */
  readonly lacking: Readonly<Record<Kind, number>>;
}

/** Models whatever was decided: all over the same purchases, those with a figure of each of them. */
export interface ComparedModels extends ComparedRules {
  readonly models: readonly ModelSummary[];
  /** Purchases that have figures of some models only. */
  readonly leftOut: Readonly<Record<Kind, number>>;
}

/** A model that the desk went with. */
export interface DecidedModels extends Omit<ModelSummary, 'lacking'>, ComparedRules {
  /** Whether executed trades say what was realised: of no purchase, of all and in all, or of some. */
  readonly restsOn: RealisedFigures['restsOn'];
}

/** Sums up models over the same purchases. */
export class ModelSums {
  readonly #outputs = new Map<number, number>();
  readonly #kinds = { expected: new SameModels('expected'), realised: new SameModels('realised') };

  add(evaluation: Evaluation): void {
    for (const { model } of evaluation.outputs) {
      this.#outputs.set(model.idmodel, (this.#outputs.get(model.idmodel) ?? 0) + 1);
    }
    for (const kind of KINDS) this.#kinds[kind].add(evaluation);
  }

  get summary(): ComparedModels {
    const expected = this.#kinds.expected.compared;
    const realised = this.#kinds.realised.compared;
    const models = [...this.#outputs].sort(([a], [b]) => a - b);
    return {
      models: models.map(([idmodel, purchases]) => ({
        idmodel,
        purchases,
        expected: expected.sums.model(idmodel),
        realised: realised.sums.model(idmodel),
        lacking: {
          expected: expected.lacking.get(idmodel) ?? 0,
          realised: realised.lacking.get(idmodel) ?? 0,
        },
      })),
      leftOut: { expected: expected.leftOut, realised: realised.leftOut },
      ...comparedRules(expected.sums, realised.sums),
    };
  }
}

/** Sums up what was decided, by model. */
export class DecisionSums {
  readonly #byModel = new Map<
    number,
    {
      purchases: number;
      readonly restOn: Set<RealisedFigures['restsOn']>;
      readonly sums: Readonly<Record<Kind, Sums>>;
    }
  >();

  /** @param evaluation undefined if the purchase has none. */
  add(idmodel: number, evaluation: Evaluation | undefined): void {
    const own = this.#byModel.get(idmodel) ?? {
      purchases: 0,
      restOn: new Set(),
      sums: { expected: new Sums('expected'), realised: new Sums('realised') },
    };
    this.#byModel.set(idmodel, own);
    own.purchases += 1;
    const outputs = evaluation?.outputs.filter(({ model }) => model.idmodel === idmodel) ?? [];
    for (const { realised } of outputs) {
      if (realised) own.restOn.add(realised.executed?.restsOn ?? 'decision');
    }
    for (const kind of KINDS) {
      const known = outputs.filter((output) => figureOf(kind, output));
      if (known.length > 0) own.sums[kind].add({ outputs: known, rules: evaluation?.rules ?? [] });
    }
  }

  get summaries(): DecidedModels[] {
    const sorted = [...this.#byModel].sort(([a], [b]) => a - b);
    return sorted.map(
      ([
        idmodel,
        {
          purchases,
          restOn,
          sums: { expected, realised },
        },
      ]) => ({
        idmodel,
        purchases,
        restsOn: restOn.size > 1 ? 'both' : ([...restOn][0] ?? 'decision'),
        expected: expected.model(idmodel),
        realised: realised.model(idmodel),
        ...comparedRules(expected, realised),
      }),
    );
  }
}

/** Purchases by which of their models have a figure: those that have all are compared. */
class SameModels {
  readonly #kind: Kind;
  readonly #models = new Set<number>();
  /** By the models that have a figure, in ascending order. */
  readonly #groups = new Map<string, { readonly known: readonly number[]; readonly sums: Sums }>();

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** A purchase none of whose models has a figure is not compared. */
  add({ outputs, rules }: Evaluation): void {
    const known = outputs.filter((output) => figureOf(this.#kind, output));
    if (known.length === 0) return;
    for (const { model } of outputs) this.#models.add(model.idmodel);
    const ids = known.map(({ model }) => model.idmodel).sort((a, b) => a - b);
    const group = this.#groups.get(ids.join()) ?? { known: ids, sums: new Sums(this.#kind) };
    this.#groups.set(ids.join(), group);
    group.sums.add({ outputs: known, rules });
  }

  get compared() {
    const all = [...this.#models].sort((a, b) => a - b);
    const sums = this.#groups.get(all.join())?.sums ?? new Sums(this.#kind);
    const others = [...this.#groups.values()].filter((group) => group.sums !== sums);
    const count = (groups: typeof others) => {
      return groups.reduce((total, group) => total + group.sums.purchases, 0);
    };
    const lacking = new Map(
      all.map((idmodel) => [
        idmodel,
        count(others.filter(({ known }) => !known.includes(idmodel))),
      ]),
    );
    return { sums, leftOut: count(others), lacking };
  }
}

/** Models and constant rules over some purchases. */
class Sums {
  readonly #kind: Kind;
  readonly #models = new Map<number, TotalSum>();
  readonly #rules = new Map<ConstantRule, TotalSum>();
  purchases = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** @param outputs those that have a figure. */
  add({ outputs, rules }: Evaluation): void {
    this.purchases += 1;
    for (const output of outputs) {
      const { idmodel, energy } = output.model;
      const figure = figureOf(this.#kind, output);
      if (figure) sumOf(this.#models, idmodel).add(energy, figure);
    }
    for (const { rule, realised } of rules) {
      const figure = figureOf(this.#kind, { model: rule, realised });
      if (figure) sumOf(this.#rules, rule.rule).add(rule.energy, figure);
    }
  }

  model(idmodel: number): Totals {
    return sumOf(this.#models, idmodel).totals;
  }

  /** Undefined if a purchase has no figure of the rule. */
  rule(rule: ConstantRule): TotalSum | undefined {
    const sum = sumOf(this.#rules, rule);
    return sum.purchases === this.purchases ? sum : undefined;
  }
}

function sumOf<T>(sums: Map<T, TotalSum>, key: T): TotalSum {
  const sum = sums.get(key) ?? new TotalSum();
  sums.set(key, sum);
  return sum;
}

/** Cost of a model or a rule, if known. */
function figureOf(
  kind: Kind,
  {
    model,
    realised,
  }: { model: Pick<EvaluatedOutput['model'], 'cost' | 'saved'> } & Pick<
    EvaluatedOutput | EvaluatedRule,
    'realised'
  >,
) {
  if (kind === 'realised') return realised;
  const { cost, saved } = model;
  return cost === null || saved === null ? undefined : { cost, saved };
}

function comparedRules(expected: Sums, realised: Sums): ComparedRules {
  const judged = realised.purchases > 0 ? realised : expected;
  return {
    constantRules: CONSTANT_RULES.map((name) => ({
      name,
      expected: expected.rule(name)?.totals ?? null,
      realised: realised.rule(name)?.totals ?? null,
    })),
    bestConstantRule:
      judged.purchases === 0
        ? null
        : maxSavingName(
            CONSTANT_RULES.flatMap((name) => {
              const sum = judged.rule(name);
              return sum ? [{ name, saved: sum.saved }] : [];
            }),
          ),
  };
}
