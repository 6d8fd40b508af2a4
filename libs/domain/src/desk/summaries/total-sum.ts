import { type Money, rounded } from '../evaluation/figures.ts';
import { type Fraction, FractionSum, toFixed } from '../evaluation/fraction.ts';
import type { SummedFigures } from './summary-store.ts';

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
  readonly #cost = new FractionSum();
  readonly #saved = new FractionSum();
  purchases = 0;

  add({ purchases, mwh, cost, saved }: SummedFigures): void {
    this.purchases += purchases;
    this.#mwh.add(mwh);
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
      mwh: rounded(this.#mwh.total, 3),
      cost: toFixed(this.#cost.total, 2),
      saved: toFixed(this.saved, 2),
    };
  }
}
