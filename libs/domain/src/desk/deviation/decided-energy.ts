import { type JsonText, MICRO, MINUTE_MS } from '@solano/domain/kernel';
import type { Session } from '@solano/domain/market';
import type { SessionBid } from '../bids/bid.ts';
import { countedModel } from '../decisions/counted-model.ts';
import { clearedItem } from '../evaluation/cleared-bids.ts';
import { EVALUATION_FEE, ExactTrades } from '../evaluation/cost.ts';
import { parseEvaluation } from '../evaluation/evaluation.ts';
import { HeldSessions } from '../evaluation/held-sessions.ts';
import { pricedItems, type RealisedPriceCurves } from '../evaluation/realised-prices.ts';
import { tradesAndBids } from '../evaluation/stored-bids.ts';
import type { ItemTrade } from '../evaluation/trades.ts';
import type { SeriesItem } from '../models/split-inputs.ts';
import { parseForecast } from '../purchase-forecast/purchase-forecast.ts';
import type { DeliveredPurchase } from '../purchases/purchase.ts';
import { readSeries } from '../purchases/series.ts';
import { type DayOfItems, type DecidedTrades, itemsByDay, type Window } from './items-by-day.ts';
import {
  energyOf,
  lengthOf,
  PER_MICRO_MW_MINUTE,
  PER_MILLI,
  QuarterSums,
  quartersWithin,
} from './quarter-energy.ts';

const FEE = BigInt(EVALUATION_FEE);

/** Decided energy of one session, by quarter hour, with the session in which it counts. */
export interface DecidedPart {
  readonly session: string;
  /** Another one where the session was not held; null where no later one was: it is not bought. */
  readonly countsIn: string | null;
  readonly sums: QuarterSums;
  /** Whether (1) the price is missing at which it counts. */
  readonly unpriced: Uint8Array;
}

/** Adds up by session and quarter hour what was decided, at realised prices, whatever was executed. */
export class DecidedEnergy {
  readonly #window: Window;
  readonly #prices: RealisedPriceCurves;
  readonly #now: number;
  readonly #parts = new Map<string, Map<string | null, DecidedPart>>();
  readonly #undecided: string[] = [];
  readonly #forecast: (bigint | undefined)[];
  readonly #covered: Uint8Array;

  /** @param now (ms) sessions without prices are given up some days after delivery. */
  constructor(window: Window, prices: RealisedPriceCurves, now: number) {
    this.#window = window;
    this.#prices = prices;
    this.#now = now;
    this.#forecast = Array.from({ length: lengthOf(window) });
    this.#covered = new Uint8Array(lengthOf(window));
  }

  get parts(): DecidedPart[] {
    return [...this.#parts.values()].flatMap((own) => [...own.values()]);
  }

  /** Ids of the purchases that nobody decided in time. */
  get undecided(): readonly string[] {
    return this.#undecided;
  }

  /** Energy by quarter hour of the forecast that a decided purchase came from, the newest; undefined without one. */
  get forecast(): readonly (bigint | undefined)[] {
    return this.#forecast;
  }

  /** The quarter hours (1) for which anything was decided. */
  get covered(): Uint8Array {
    return this.#covered;
  }

  /** @param delivered purchases come in order of creation. */
  addPurchase(delivered: DeliveredPurchase): void {
    const items = readSeries(JSON.parse(delivered.series));
    if (!items.some((item) => this.#isWithin(item))) return;
    const decided = countedTrades(delivered, items);
    if (!decided) {
      this.#undecided.push(delivered.purchase.id);
      return;
    }
    if (delivered.forecast !== undefined) this.#addForecast(delivered.forecast);
    for (const day of itemsByDay(items, decided, this.#window)) this.addDay(day);
  }

  /**
   * Adds what was decided for a day of a purchase; of bids, what they bought at realised prices. Which sessions
   * were held is a matter of each day, whatever else the purchase delivers.
   */
  addDay({ items, trades, bids }: DayOfItems): void {
    for (const { period } of items) {
      for (const { quarter } of quartersWithin(this.#window, period)) this.#covered[quarter] = 1;
    }
    const held = new HeldSessions(pricedItems(items, this.#prices, this.#now));
    const decided = bids ? this.#cleared(bids, items, held) : trades;
    const exact = new ExactTrades(items, decided);
    for (const trade of decided) {
      const { period } = items[trade.item] as SeriesItem;
      const found = held.sessionFor(trade);
      const part = this.#part(trade.session, found?.session ?? null);
      if (found && !found.isPriced) this.#markUnpriced(part, period);
      else this.#add(part, exact, trade, period);
    }
  }

  #addForecast(json: JsonText): void {
    for (const { period, megawatts } of readSeries(parseForecast(json).items)) {
      const microMw = BigInt(Math.round(megawatts * MICRO));
      for (const { quarter, minutes } of quartersWithin(this.#window, period)) {
        this.#forecast[quarter] = microMw * BigInt(minutes) * PER_MICRO_MW_MINUTE;
      }
    }
  }

  /** What bids bought; all that an item is bid for in lacks a price where one is missing. */
  #cleared(
    bids: readonly (readonly SessionBid[])[],
    items: readonly SeriesItem[],
    held: HeldSessions,
  ): ItemTrade[] {
    return items.flatMap((item, index) => {
      const own = bids[index] as readonly SessionBid[];
      const cleared = clearedItem(own, { ...item, index }, held);
      if (cleared) return cleared;
      for (const { session } of own) this.#markUnpriced(this.#part(session, session), item.period);
      return [];
    });
  }

  #add(
    { countsIn, sums }: DecidedPart,
    exact: ExactTrades,
    trade: ItemTrade,
    period: SeriesItem['period'],
  ): void {
    const { net, turnover } = exact.traded(trade);
    const curve = countsIn === null ? undefined : this.#prices.curves.get(countsIn as Session);
    // Most quarters of an item have as many minutes of it.
    let [known, energy, atPrice, fees] = [0, 0n, 0n, 0n];
    for (const { quarter, end, minutes } of quartersWithin(this.#window, period)) {
      if (minutes !== known) {
        known = minutes;
        energy = energyOf(exact, net, minutes);
        const traded = turnover === net ? energy : energyOf(exact, turnover, minutes);
        [atPrice, fees] = [energy * PER_MILLI, traded * FEE * PER_MILLI];
      }
      const cost = curve ? atPrice * BigInt(curve.get(end) as number) + fees : 0n;
      sums.add(quarter, energy, cost);
    }
  }

  #markUnpriced({ unpriced }: DecidedPart, period: SeriesItem['period']): void {
    for (const { quarter } of quartersWithin(this.#window, period)) unpriced[quarter] = 1;
  }

  #isWithin({ period }: SeriesItem): boolean {
    const { from, to } = this.#window;
    return period.end > from && period.end - period.minutes * MINUTE_MS < to;
  }

  #part(session: string, countsIn: string | null): DecidedPart {
    const own = this.#parts.get(session) ?? new Map<string | null, DecidedPart>();
    this.#parts.set(session, own);
    const known = own.get(countsIn);
    if (known) return known;
    const length = lengthOf(this.#window);
    const sums = new QuarterSums(length);
    const part = { session, countsIn, sums, unpriced: new Uint8Array(length) };
    own.set(countsIn, part);
    return part;
  }
}

/** What the output by which sums go buys; undefined where nothing was decided in time. */
export function countedTrades(
  { decision, output, evaluation }: DeliveredPurchase,
  items: readonly SeriesItem[],
): DecidedTrades | undefined {
  const evaluated = evaluation && { ...parseEvaluation(evaluation), ...evaluation };
  if (output === undefined || countedModel(decision, evaluated) === null) return undefined;
  return tradesAndBids(output, items);
}
