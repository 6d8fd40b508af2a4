import type { ModelEvaluation, RealisedTrades } from '../evaluation/evaluation.ts';
import { type Money, rounded } from '../evaluation/figures.ts';
import { type Fraction, FractionSum, minus, toFixed } from '../evaluation/fraction.ts';

/** Totals of outputs. */
export interface Totals {
  readonly purchases: number;
  /** Bought less sold, three digits after the point. */
  readonly mwh: number;
  readonly cost: Money;
  /** Cost of model 1 less this one. */
  readonly saved: Money;
}

/** Adds up what outputs are worth, exactly. */
export class TotalSum {
  readonly #mwh = new FractionSum();
  readonly #notBought = new FractionSum();
  readonly #cost = new FractionSum();
  readonly #saved = new FractionSum();
  purchases = 0;

  add(
    energy: ModelEvaluation['energy'],
    { cost, saved, notBought }: Pick<RealisedTrades, 'cost' | 'saved' | 'notBought'>,
  ): void {
    this.purchases += 1;
    for (const each of Object.values(energy)) this.#mwh.add(each);
    if (notBought) this.#notBought.add(notBought.energy);
    this.#cost.add(cost);
    this.#saved.add(saved);
  }

  get saved(): Fraction {
    return this.#saved.total;
  }

  /** Each sum is rounded once. */
  get totals(): Totals {
    return {
      purchases: this.purchases,
      mwh: rounded(minus(this.#mwh.total, this.#notBought.total), 3),
      cost: toFixed(this.#cost.total, 2),
      saved: toFixed(this.saved, 2),
    };
  }
}
