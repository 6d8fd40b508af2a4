import type { ModelEvaluation, RealisedCosts, RealisedTrades } from './evaluation.ts';
import type { Fraction, FractionText } from './fraction.ts';
import { absolute, minus, plus, quotient, readFraction, sumOf, toFixed } from './fraction.ts';

/** EUR with two digits after the point. */
export type Money = string;

/** An evaluation of one output as it is shown: each figure rounded once, half up. */
export interface ModelFigures {
  readonly idmodel: number;
  readonly expectedCost: Money | null;
  /** Null at 0 MWh. */
  readonly eurPerMwh: Money | null;
  readonly saved: Money | null;
  /** Percentage of the absolute cost of model 1, two digits after the point; null if that is 0. */
  readonly savedPercent: number | null;
  readonly worstDecileCost: Money | null;
  /** Net MWh by session, three digits after the point. */
  readonly mwh: Readonly<Record<string, number>>;
  readonly missing: readonly string[];
  readonly realised: RealisedFigures | null;
}

/** Shares of sessions that were not held, energy in MWh with three digits after the point. */
export interface UnheldShares {
  /** The share that counts in the next session that was held. */
  readonly moved: readonly {
    readonly session: string;
    readonly to: string;
    readonly mwh: number;
  }[];
  /** Labels of the items of which a share was not bought, as no session was held after it. */
  readonly notBought: readonly string[];
  readonly notBoughtMwh: number;
}

/** What a purchase has cost; energy in MWh, bought less sold, three digits after the point. */
interface Worth {
  readonly mwh: number;
  readonly cost: Money;
  readonly saved: Money;
}

export interface RealisedFigures extends UnheldShares, Worth {
  /** Whether executed trades say so: of none, some, or all of what was decided, by session and day. */
  readonly restsOn: 'decision' | 'executed' | 'both';
  /** The worth by the decision, at realised prices, where it rests on executed trades. */
  readonly decided: Worth | null;
  readonly foresightSaved: Money | null;
  /** A fraction of what foresight saves, four digits after the point; null where that is 0. */
  readonly shareOfForesight: number | null;
}

/** @param realised left out while prices are to come. */
export function figuresOf(model: ModelEvaluation, realised?: RealisedCosts): ModelFigures {
  const { idmodel, cost, saved, worstDecileCost, energy, missing } = model;
  return {
    idmodel,
    expectedCost: cost === null ? null : moneyOf(cost),
    eurPerMwh: cost === null ? null : perMegawattHour(cost, energy),
    saved: saved === null ? null : moneyOf(saved),
    savedPercent: cost === null || saved === null ? null : percentSaved(cost, saved),
    worstDecileCost: worstDecileCost === null ? null : moneyOf(worstDecileCost),
    mwh: Object.fromEntries(
      Object.entries(energy).map(([session, each]) => [session, rounded(readFraction(each), 3)]),
    ),
    missing,
    realised: realised ? realisedFigures(realised, energy) : null,
  };
}

function realisedFigures(
  costs: RealisedCosts,
  decided: ModelEvaluation['energy'],
): RealisedFigures {
  const { saved, foresightSaved, executed } = costs;
  const possible = foresightSaved === null ? undefined : readFraction(foresightSaved);
  const share = possible && quotient(readFraction(saved), possible);
  return {
    restsOn: executed?.restsOn ?? 'decision',
    ...worthOf(costs, energyOf(costs, decided)),
    decided: executed ? worthOf(executed.decided, energyOf(executed.decided, decided)) : null,
    foresightSaved: possible ? toFixed(possible, 2) : null,
    shareOfForesight: share ? rounded(share, 4) : null,
    ...unheldOf(costs),
  };
}

function worthOf({ cost, saved }: RealisedTrades, energy: Fraction): Worth {
  return { mwh: rounded(energy, 3), cost: moneyOf(cost), saved: moneyOf(saved) };
}

/** The energy that was bought less sold, in MWh: what is executed, else what was decided and could be bought. */
export function energyOf(
  { notBought, executed }: Pick<RealisedCosts, 'notBought' | 'executed'>,
  decided: ModelEvaluation['energy'],
): Fraction {
  if (executed) return readFraction(executed.energy);
  const all = sumOf(Object.values(decided));
  return notBought ? minus(all, readFraction(notBought.energy)) : all;
}

export function unheldOf({ moved = [], notBought }: RealisedTrades): UnheldShares {
  return {
    moved: moved.map(({ session, to, energy }) => {
      return { session, to, mwh: rounded(readFraction(energy), 3) };
    }),
    notBought: notBought?.labels ?? [],
    notBoughtMwh: notBought ? rounded(readFraction(notBought.energy), 3) : 0,
  };
}

export function moneyOf(euros: FractionText): Money {
  return toFixed(readFraction(euros), 2);
}

/** A fraction as a number with `decimals` digits after the point. */
export function rounded(value: Fraction, decimals: number): number {
  return Number(toFixed(value, decimals));
}

function perMegawattHour(cost: FractionText, energy: ModelEvaluation['energy']): Money | null {
  const price = quotient(readFraction(cost), sumOf(Object.values(energy)));
  return price ? toFixed(price, 2) : null;
}

function percentSaved(cost: FractionText, saved: FractionText): number | null {
  const { num, den } = plus(readFraction(cost), readFraction(saved));
  const part = quotient(readFraction(saved), { num: absolute(num), den });
  return part ? rounded({ num: part.num * 100n, den: part.den }, 2) : null;
}
