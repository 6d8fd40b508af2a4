import type { RealisedFigures } from '../evaluation/figures.ts';
import { maxSavingName } from '../evaluation/rule-figures.ts';
import { CONSTANT_RULES, type ConstantRule } from '../models/model.ts';
import { EXECUTED, type FigureName, type SummaryGroup } from './summary-store.ts';
import { TotalSum, type Totals } from './total-sum.ts';

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

  add(group: SummaryGroup): void {
    for (const idmodel of group.shape.outputs) {
      this.#outputs.set(idmodel, (this.#outputs.get(idmodel) ?? 0) + group.purchases);
    }
    for (const kind of KINDS) this.#kinds[kind].add(group);
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

  add(idmodel: number, group: SummaryGroup): void {
    const own = this.#byModel.get(idmodel) ?? {
      purchases: 0,
      restOn: new Set(),
      sums: { expected: new Sums('expected'), realised: new Sums('realised') },
    };
    this.#byModel.set(idmodel, own);
    own.purchases += group.purchases;
    const { shape } = group;
    if (shape.realised.includes(idmodel)) own.restOn.add(shape.restsOn);
    for (const kind of KINDS) {
      if (!shape[kind].includes(idmodel)) continue;
      const isExecuted = kind === 'realised' && shape.restsOn !== 'decision';
      const name: FigureName = isExecuted ? EXECUTED : `${idmodel}`;
      own.sums[kind].add(group, new Map([[name, idmodel]]));
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

  /** Purchases none of whose models has a figure are not compared. */
  add(summed: SummaryGroup): void {
    const known = summed.shape[this.#kind];
    if (known.length === 0) return;
    for (const idmodel of summed.shape.outputs) this.#models.add(idmodel);
    const group = this.#groups.get(known.join()) ?? { known, sums: new Sums(this.#kind) };
    this.#groups.set(known.join(), group);
    group.sums.add(summed, new Map(known.map((idmodel) => [`${idmodel}` as const, idmodel])));
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

  /** @param models by the names of the figures that are theirs. */
  add(group: SummaryGroup, models: ReadonlyMap<FigureName, number>): void {
    this.purchases += group.purchases;
    for (const figures of group[this.#kind]) {
      const idmodel = models.get(figures.name);
      if (idmodel !== undefined) sumOf(this.#models, idmodel).add(figures);
      const rule = CONSTANT_RULES.find((each) => each === figures.name);
      if (rule) sumOf(this.#rules, rule).add(figures);
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
