import { datesBetween } from '@solano/domain/kernel';
import {
  type DayChange,
  type Fundamental,
  type FundamentalVersion,
  isMarket,
  type Market,
  type MarketDataStore,
  type MarketDay,
  type MarketMessage,
  type RealisedPrices,
  type RealisedSummary,
  type ReceivedDocument,
  type SeriesName,
  type SourceState,
  type StoredDay,
  UNUSED_SOURCE,
} from '@solano/domain/market';
import { copied } from '../copied.ts';
import { MemoryStore, type RealisedRow } from '../database.ts';
import { MemoryPriceStore } from '../prices/price-store.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';

export class MemoryMarketDataStore extends MemoryStore implements MarketDataStore {
  readonly #prices = new MemoryPriceStore(this.database);

  async days(series: readonly SeriesName[], from: string, to: string): Promise<MarketDay[]> {
    const all = series.map((each) => this.#days(each));
    return datesDown(from, to).flatMap((date) => {
      return all.flatMap((own) => copied(own.get(date)) ?? []);
    });
  }

  async known(series: SeriesName, date: string): Promise<StoredDay> {
    return this.#known(series, date);
  }

  async updateDay(
    series: SeriesName,
    date: string,
    decide: (known: StoredDay) => DayChange | undefined,
  ): Promise<void> {
    const change = decide(this.#known(series, date));
    if (!change) return;
    this.database.audited(change.entry, () => this.#write(series, date, change));
  }

  #write(series: SeriesName, date: string, change: DayChange): void {
    const { day, prices, version, received, message } = change;
    this.#days(series).set(date, copied(day));
    if (prices) this.#prices.setRealised(prices);
    if (version) this.#setVersion(version);
    if (received) this.#addDocument(received);
    if (message) this.#send(message);
  }

  #addDocument(received: ReceivedDocument): void {
    const { marketDocuments: all } = this.database;
    const { series, date, source, name, outcome } = received;
    const earlier = all.findIndex((each) => {
      const isNamed = each.source === source && each.name === name && each.outcome === outcome;
      return isNamed && each.series === series && each.date === date;
    });
    if (outcome === 'rejected' && earlier >= 0) all.splice(earlier, 1);
    all.push(copied(received));
  }

  async realisedDays(market: Market, from: string, to: string): Promise<RealisedSummary[]> {
    const { realised } = this.database;
    return datesDown(from, to).flatMap((date) => {
      const day = realised.get(`${market} ${date} `);
      if (!day) return [];
      return [{ date, source: day.source, version: day.version, isEmpty: day.ends.length === 0 }];
    });
  }

  async documents(series: SeriesName, date: string): Promise<ReceivedDocument[]> {
    const documents = this.database.marketDocuments.filter((document) => {
      return document.series === series && document.date === date;
    });
    return copied(documents);
  }

  async newestArrival(from: string): Promise<Date | undefined> {
    let newest = -Infinity;
    for (const days of this.database.marketDays.values()) {
      for (const { date, knownAt } of days.values()) {
        if (date >= from && knownAt) newest = Math.max(newest, knownAt.getTime());
      }
    }
    return newest === -Infinity ? undefined : new Date(newest);
  }

  async fundamentalVersions(
    series: Fundamental,
    from: string,
    to: string,
  ): Promise<FundamentalVersion[]> {
    const found = this.#versions(series).filter(({ date }) => date >= from && date <= to);
    return copied(found.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)));
  }

  async source(name: string): Promise<SourceState> {
    return copied(this.database.marketSources.get(name) ?? UNUSED_SOURCE);
  }

  async sources(names: readonly string[]): Promise<ReadonlyMap<string, SourceState>> {
    const states = names.map(async (name) => [name, await this.source(name)] as const);
    return new Map(await Promise.all(states));
  }

  async updateSource(
    name: string,
    change: (state: SourceState) => SourceState,
  ): Promise<SourceState> {
    const present = this.database.marketSources.get(name) ?? UNUSED_SOURCE;
    const state = change(copied(present));
    this.database.marketSources.set(name, copied(state));
    return state;
  }

  #known(series: SeriesName, date: string): StoredDay {
    const day = this.#days(series).get(date);
    const realised = this.database.realised.get(`${series} ${date} `);
    const version = this.#versions(series).findLast((each) => each.date === date);
    return copied({ day, realised: realised && withoutOwner(realised), version });
  }

  #setVersion(version: FundamentalVersion): void {
    const { fundamentals } = this.database;
    const same = fundamentals.findIndex((each) => {
      const isDay = each.series === version.series && each.date === version.date;
      return isDay && each.knownAt.getTime() === version.knownAt.getTime();
    });
    fundamentals.splice(same < 0 ? fundamentals.length : same, 1, copied(version));
  }

  #days(series: SeriesName): Map<string, MarketDay> {
    const { marketDays } = this.database;
    const days = marketDays.get(series) ?? new Map<string, MarketDay>();
    marketDays.set(series, days);
    return days;
  }

  /** In the order of when they were known. */
  #versions(series: SeriesName): FundamentalVersion[] {
    if (isMarket(series)) return [];
    return this.database.fundamentals
      .filter((version) => version.series === series)
      .sort((a, b) => a.knownAt.getTime() - b.knownAt.getTime());
  }

  #send({ event, body, at, newId }: MarketMessage): void {
    const deliveries = this.database.subscribed(event).map(({ id: webhookId }) => {
      return { id: newId(), webhookId, event, body, createdAt: new Date(at) };
    });
    addDeliveries(this.database, null, deliveries);
  }
}

function withoutOwner(row: RealisedRow): RealisedPrices {
  const { owner: _, ...day } = row;
  return day;
}

/** The days from `to` down to `from`. */
function datesDown(from: string, to: string): string[] {
  return datesBetween(from, to).toReversed();
}
