import type { AuditEntry, WebhookEvent } from '@solano/domain/service';
import type { Market } from '../markets/sessions.ts';
import type { RealisedPrices } from '../prices/prices.ts';
import type { SourceState } from './budget.ts';
import type { Fundamental, SeriesName } from './series.ts';
import type { SourceName, ValueSeries } from './source.ts';

/** A document as it came. */
export interface MarketDocument {
  readonly source: SourceName;
  readonly name: string;
  readonly revision: number;
  /** SHA-256, in lower-case hexadecimal. */
  readonly digest: string;
  readonly etag: string | null;
  readonly receivedAt: Date;
}

/** A document that changed nothing, and why. */
export interface UnusedDocument {
  readonly document: MarketDocument;
  readonly reason: string;
}

/** State of a series' Madrid day. */
export interface MarketDay {
  readonly series: SeriesName;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly status: 'realised' | 'cancelled' | 'missing';
  /** The document in use; null while there is none. */
  readonly document: MarketDocument | null;
  /** Since when the values in use can be read. */
  readonly knownAt: Date | null;
  /** A document with prices outside the limits, until an operator accepts it. */
  readonly held: UnusedDocument | null;
  /** The last document that was not whole, while no later one is in use. */
  readonly problem: UnusedDocument | null;
  readonly lateNotifiedAt: Date | null;
  /** When the sources were last asked; null: never. */
  readonly checkedAt: Date | null;
}

/** One version of a fundamental's day. */
export interface FundamentalVersion extends ValueSeries {
  readonly series: Fundamental;
  readonly date: string;
  /** The instant from which it was known. */
  readonly knownAt: Date;
  /** `csv`: an operator's file. */
  readonly source: SourceName | 'csv';
  readonly document: string;
}

/** All that is stored of a series' day. */
export interface StoredDay {
  readonly day: MarketDay | undefined;
  /** The prices in use, also those that an operator imported. Without periods: cancelled. */
  readonly realised: RealisedPrices | undefined;
  /** The newest version. */
  readonly version: FundamentalVersion | undefined;
}

/** A message for all webhooks that want events of its type. */
export interface MarketMessage {
  readonly event: WebhookEvent;
  readonly body: string;
  readonly at: Date;
  readonly newId: () => string;
}

/** A change of a market day, which is stored completely or not at all. */
export interface DayChange {
  readonly day: MarketDay;
  /** Prices in the place of any other of that market and day. */
  readonly prices?: RealisedPrices;
  /** Replaces a version that was known from the same instant. */
  readonly version?: FundamentalVersion;
  readonly received?: ReceivedDocument;
  readonly message?: MarketMessage;
  /** Set if an operator makes the change. */
  readonly entry?: AuditEntry;
}

/** A received document and its outcome. */
export interface ReceivedDocument extends MarketDocument {
  readonly series: SeriesName;
  readonly date: string;
  readonly outcome: 'accepted' | 'held' | 'rejected';
  /** Why it is not used; empty where it is. */
  readonly reason: string;
}

/** A day of realised prices without the prices. */
export interface RealisedSummary extends Pick<RealisedPrices, 'date' | 'source' | 'version'> {
  readonly isEmpty: boolean;
}

/** Stores what is known of sources by their name, those of weather too. Errors: `store_unavailable`. */
export interface SourceStates {
  source(name: string): Promise<SourceState>;
  /** The states of several sources by their names, in one read. */
  sources(names: readonly string[]): Promise<ReadonlyMap<string, SourceState>>;
  /** Changes a source's state atomically; `change` may be called again. */
  updateSource(name: string, change: (state: SourceState) => SourceState): Promise<SourceState>;
}

/** Stores market days, the state of sources, and fundamentals. Errors: `store_unavailable`. */
export interface MarketDataStore extends SourceStates {
  /** The days of some series from `from` to `to`, newest first. */
  days(series: readonly SeriesName[], from: string, to: string): Promise<MarketDay[]>;
  known(series: SeriesName, date: string): Promise<StoredDay>;
  /**
   * Changes a day in one commit, with its prices, its document and its messages, each of which has
   * its job. A rejected document replaces the one that was rejected under its name before. `decide` may be
   * called again where another change came between; undefined: no change.
   */
  updateDay(
    series: SeriesName,
    date: string,
    decide: (known: StoredDay) => DayChange | undefined,
  ): Promise<void>;
  /** The market's own realised days from `from` to `to`, newest first. */
  realisedDays(market: Market, from: string, to: string): Promise<RealisedSummary[]>;
  /** The documents that came for a day, of those rejected under one name the last, in the order in which they came. */
  documents(series: SeriesName, date: string): Promise<ReceivedDocument[]>;
  /** When the newest document of the days from `from` on came into use. */
  newestArrival(from: string): Promise<Date | undefined>;
  /** Every version of the days from `from` to `to`: oldest day first, then as they became known. */
  fundamentalVersions(series: Fundamental, from: string, to: string): Promise<FundamentalVersion[]>;
}

/** A day of which nothing is known. */
export function unknownDay(series: SeriesName, date: string): MarketDay {
  const nothing = { document: null, knownAt: null, held: null, problem: null } as const;
  return { series, date, status: 'missing', ...nothing, lateNotifiedAt: null, checkedAt: null };
}

/** For each day of some versions the newest one that was known at an instant. */
export function versionsKnownAt(
  versions: readonly FundamentalVersion[],
  at: Date,
): FundamentalVersion[] {
  const known = versions.filter(({ knownAt }) => knownAt <= at);
  return [...Map.groupBy(known, ({ date }) => date).values()].map((own) => {
    return own.at(-1) as FundamentalVersion;
  });
}
