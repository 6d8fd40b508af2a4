import { roundHalfAway } from '@solano/domain/kernel';
import { toFixed } from '../evaluation/fraction.ts';
import { type ComparedPeriod, PER_EURO, PER_MWH } from './compared-period.ts';

/** What was bought, measured and paid in some periods; MWh with three decimals, EUR with two. */
export interface DeviationFigures {
  readonly boughtMwh: string;
  readonly measuredMwh: string;
  readonly shortMwh: string;
  readonly longMwh: string;
  readonly marketCost: string;
  readonly deviationCost: string;
  readonly costOverDayAhead: string;
}

/**
 * What energy cost over buying what was measured day-ahead, without fees; in EUR with two decimals, which
 * add up to the rounded sum.
 */
export interface DeviationCauses {
  /** Energy short, and long, of the forecast: of what was bought where there is no forecast. */
  readonly volumeShort: string;
  readonly volumeLong: string;
  /** What the desk's correction of the forecast cost or, below zero, saved. */
  readonly correction: string;
  /** What buying in other sessions than day-ahead cost, fees included. */
  readonly marketChoice: string;
}

/** Adds up compared periods exactly; each figure is rounded half up, away from zero, once. */
export class DeviationSum {
  #periods = 0;
  #bought = 0n;
  #measured = 0n;
  #short = 0n;
  #long = 0n;
  #marketCost = 0n;
  #dayAheadCost = 0n;
  #deviationCost = 0n;
  #overDayAhead = 0n;
  #shortOfForecast = 0n;
  #longOfForecast = 0n;

  add(period: ComparedPeriod): void {
    const deviation = period.measured - period.bought;
    this.#periods += 1;
    this.#bought += period.bought;
    this.#measured += period.measured;
    this.#marketCost += period.marketCost;
    this.#dayAheadCost += period.dayAheadCost;
    this.#deviationCost += period.deviationCost;
    this.#overDayAhead += period.overDayAhead;
    if (deviation > 0n) this.#short += deviation;
    else this.#long -= deviation;
    if (period.measured > period.forecast) this.#shortOfForecast += period.forecastOverDayAhead;
    else this.#longOfForecast += period.forecastOverDayAhead;
  }

  get periods(): number {
    return this.#periods;
  }

  get figures(): DeviationFigures {
    return {
      boughtMwh: mwhText(this.#bought),
      measuredMwh: mwhText(this.#measured),
      shortMwh: mwhText(this.#short),
      longMwh: mwhText(this.#long),
      marketCost: euroText(this.#marketCost),
      deviationCost: euroText(this.#deviationCost),
      costOverDayAhead: euroText(this.#overDayAhead),
    };
  }

  get causes(): DeviationCauses {
    const choice = this.#marketCost - this.#dayAheadCost;
    const [volumeShort, volumeLong, correction, marketChoice] = centsThatAddUp([
      this.#shortOfForecast,
      this.#longOfForecast,
      this.#overDayAhead - this.#shortOfForecast - this.#longOfForecast,
      choice,
    ]) as [string, string, string, string];
    return { volumeShort, volumeLong, correction, marketChoice };
  }
}

/** Energy in MWh with three decimals. */
export function mwhText(energy: bigint): string {
  return toFixed({ num: energy, den: PER_MWH }, 3);
}

/** Money in EUR with two decimals. */
export function euroText(money: bigint): string {
  return toFixed({ num: money, den: PER_EURO }, 2);
}

const PER_CENT = PER_EURO / 100n;

/**
 * Parts of a sum in EUR with two decimals that add up to the rounded sum: by largest remainder, equal ones
 * to the earlier.
 */
function centsThatAddUp(parts: readonly bigint[]): string[] {
  const sum = parts.reduce((total, part) => total + part, 0n);
  const floors = parts.map((part) => floorOf(part, PER_CENT));
  const rounded = roundHalfAway(sum, PER_CENT);
  const left = Number(rounded - floors.reduce((total, each) => total + each, 0n));
  const byRemainder = parts
    .map((part, i) => ({ i, remainder: part - (floors[i] as bigint) * PER_CENT }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder < b.remainder ? 1 : -1));
  for (const { i } of byRemainder.slice(0, left)) floors[i] = (floors[i] as bigint) + 1n;
  return floors.map((cents) => toFixed({ num: cents, den: 100n }, 2));
}

function floorOf(num: bigint, den: bigint): bigint {
  const quotient = num / den;
  return num < 0n && quotient * den !== num ? quotient - 1n : quotient;
}

/** Each figure less another's, exactly: they are decimals. */
export function differenceOf(
  before: DeviationFigures & DeviationCauses,
  after: DeviationFigures & DeviationCauses,
): DeviationFigures & DeviationCauses {
  const energy = (name: keyof DeviationFigures) => decimalDifference(before[name], after[name], 3);
  const money = (name: keyof DeviationFigures | keyof DeviationCauses) =>
    decimalDifference(before[name], after[name], 2);
  return {
    boughtMwh: energy('boughtMwh'),
    measuredMwh: energy('measuredMwh'),
    shortMwh: energy('shortMwh'),
    longMwh: energy('longMwh'),
    marketCost: money('marketCost'),
    deviationCost: money('deviationCost'),
    costOverDayAhead: money('costOverDayAhead'),
    volumeShort: money('volumeShort'),
    volumeLong: money('volumeLong'),
    correction: money('correction'),
    marketChoice: money('marketChoice'),
  };
}

function decimalDifference(before: string, after: string, decimals: number): string {
  const units = (text: string) => BigInt(text.replace('.', ''));
  return toFixed({ num: units(after) - units(before), den: 10n ** BigInt(decimals) }, decimals);
}
