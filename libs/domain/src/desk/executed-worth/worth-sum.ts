import { dateAfter, QUARTER_MS, startOfDate } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import { type BoughtEnergy, boughtEnergy } from '../deviation/bought-energy.ts';
import { PER_EURO, PER_MWH } from '../deviation/compared-period.ts';
import { DecidedEnergy } from '../deviation/decided-energy.ts';
import { ExecutedEnergy } from '../deviation/executed-energy.ts';
import type { DayOfItems, Window } from '../deviation/items-by-day.ts';
import { dayAheadPrice, quartersWithin } from '../deviation/quarter-energy.ts';
import { EVALUATION_FEE } from '../evaluation/cost.ts';
import type { RealisedTrades } from '../evaluation/evaluation.ts';
import { absolute, type FractionText, fractionText } from '../evaluation/fraction.ts';
import type { RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import { type ExecutedShare, requestedByQuarter } from './executed-shares.ts';

/** Figures of a purchase by executed trades, and by its decision where there are none. */
export interface ExecutedFigures extends Pick<RealisedTrades, 'moved' | 'notBought'> {
  /** EUR, fees included. */
  readonly cost: FractionText;
  /** Bought less sold, in MWh. */
  readonly energy: FractionText;
  /** What buying that energy instead of the requested one would have cost more day-ahead: EUR, with fees. */
  readonly dayAhead: FractionText;
}

/** What a purchase has cost by executed trades. */
export interface ExecutedWorth {
  /** The model that counts. */
  readonly idmodel: number;
  /** Whether all that was decided is executed, by session and day, or some of it. */
  readonly restsOn: 'executed' | 'both';
  /** Undefined while a price is to come. */
  readonly figures: ExecutedFigures | undefined;
}

/** Realised prices, and until when (ms) they are waited for. */
interface KnownPrices {
  readonly prices: RealisedPriceCurves;
  readonly now: number;
}

/** Adds up what a purchase has cost, some days at a time. */
export class WorthSum {
  #idmodel: number | undefined;
  #cost = 0n;
  #energy = 0n;
  #dayAhead = 0n;
  #isExecuted = false;
  #isDecided = false;
  #isPriced = true;
  readonly #moved = new Map<string, { session: Session; to: Session; energy: bigint }>();
  readonly #notBought = { labels: new Set<string>(), energy: 0n };

  /** @param executed the purchase's part of what was executed on a Madrid day. */
  add(
    { idmodel, days }: { readonly idmodel: number; readonly days: readonly DayOfItems[] },
    executed: (day: string) => readonly ExecutedShare[],
    { prices, now }: KnownPrices,
  ): void {
    this.#idmodel = idmodel;
    const window = windowOf(days);
    const shares = new ExecutedEnergy(window);
    const decided = new DecidedEnergy(window, prices, now);
    for (const day of days) {
      for (const share of executed(day.date)) {
        shares.addShare(share.session, day.date, share);
        this.#isExecuted ||= share.isOwn;
      }
      decided.addDay(day);
    }
    const bought = boughtEnergy(shares, decided);
    this.#addEnergy(bought, requestedOf(days, window), (quarter) =>
      dayAheadPrice(prices, window.from + (quarter + 1) * QUARTER_MS),
    );
    this.#addUnheld(bought, days, window);
  }

  get worth(): ExecutedWorth | undefined {
    if (this.#idmodel === undefined || !this.#isExecuted) return undefined;
    const restsOn = this.#isDecided ? 'both' : 'executed';
    return { idmodel: this.#idmodel, restsOn, figures: this.#isPriced ? this.#figures : undefined };
  }

  get #figures(): ExecutedFigures {
    const moved = Array.from(this.#moved.values(), ({ energy, ...sessions }) => {
      return { ...sessions, energy: megawattHours(energy) };
    });
    const { labels, energy } = this.#notBought;
    const left = { labels: [...labels], energy: megawattHours(energy) };
    return {
      cost: euros(this.#cost),
      energy: megawattHours(this.#energy),
      dayAhead: euros(this.#dayAhead),
      ...(moved.length > 0 && { moved }),
      ...(labels.size > 0 && { notBought: left }),
    };
  }

  #addEnergy(
    { sessions, unpriced }: BoughtEnergy,
    requested: readonly bigint[],
    priceOf: (quarter: number) => number | undefined,
  ): void {
    this.#isPriced &&= !unpriced.includes(1);
    this.#isDecided ||= unpriced.includes(1);
    for (const { basis } of sessions) {
      this.#isDecided ||= basis.includes('decision');
    }
    for (let quarter = 0; quarter < unpriced.length; quarter += 1) {
      let energy = 0n;
      for (const { bought, cost } of sessions) {
        energy += bought[quarter] as bigint;
        this.#cost += cost[quarter] as bigint;
      }
      this.#energy += energy;
      const wanted = requested[quarter] ?? 0n;
      if (energy === wanted) continue;
      const price = priceOf(quarter);
      this.#isPriced &&= price !== undefined;
      const fees = (absolute(energy) - absolute(wanted)) * BigInt(EVALUATION_FEE);
      this.#dayAhead += 4n * ((energy - wanted) * BigInt(price ?? 0) + fees);
    }
  }

  #addUnheld(
    { moved, notBought }: BoughtEnergy,
    days: readonly DayOfItems[],
    window: Window,
  ): void {
    for (const { from, to, energy } of moved) {
      const known = this.#moved.get(`${from} ${to}`) ?? { session: from, to, energy: 0n };
      this.#moved.set(`${from} ${to}`, { ...known, energy: known.energy + energy });
    }
    const left = [...notBought.values()];
    if (left.length === 0) return;
    this.#isDecided = true;
    for (const each of left.flat()) this.#notBought.energy += each;
    for (const { label, period } of days.flatMap(({ items }) => items)) {
      const quarters = quartersWithin(window, period);
      const isLeft = quarters.some(({ quarter }) => left.some((each) => each[quarter] !== 0n));
      if (isLeft) this.#notBought.labels.add(label);
    }
  }
}

function windowOf(days: readonly DayOfItems[]): Window {
  const dates = days.map(({ date }) => date).sort();
  const [first, last] = [dates[0] as string, dates.at(-1) as string];
  return { from: startOfDate(first), to: startOfDate(dateAfter(last, 1)) };
}

function requestedOf(days: readonly DayOfItems[], window: Window): bigint[] {
  return requestedByQuarter(
    days.flatMap(({ items }) => items),
    window,
  );
}

function euros(num: bigint): FractionText {
  return fractionText({ num, den: PER_EURO });
}

function megawattHours(num: bigint): FractionText {
  return fractionText({ num, den: PER_MWH });
}
