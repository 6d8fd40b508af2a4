import type { AuditEntry } from '@solano/domain/service';
import type { SourceName } from '../market-data/source.ts';
import type { MilliEuro } from '../prices/milli-euro.ts';

/** The series of the prices of deviations in Spain. It is no market: nothing is traded at it. */
export const IMBALANCE_SERIES = 'imbalance_spain';

/** The prices of deviations of one whole Madrid day, one for each of its periods. */
export interface ImbalanceDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** 15 or 60: a day has 92, 96 or 100 quarter hours, 23, 24 or 25 hours. */
  readonly stepMinutes: number;
  /** Paid for a MWh consumed beyond what was bought ("a bajar"). */
  readonly short: readonly MilliEuro[];
  /** Received for a MWh bought and not consumed ("a subir"). */
  readonly long: readonly MilliEuro[];
}

/** The prices of a day as one settlement, or one answer of a source, has them. */
export interface ImbalanceRevision extends ImbalanceDay {
  /** Counts from 1 by day; the highest one counts. */
  readonly revision: number;
  /** Name of the settlement, such as `C1`; of a file without one the file's, of a source the source's. */
  readonly settlement: string;
  /** `csv`: an operator's file; `synthetic`: no settlement at all. */
  readonly source: SourceName | 'csv' | 'synthetic';
  /** Since when it can be read. */
  readonly knownAt: Date;
}

/** A revision before it has its number. */
export type NewImbalanceRevision = Omit<ImbalanceRevision, 'revision'>;

/** The revision of synthetic prices. */
export function syntheticRevision(day: ImbalanceDay, knownAt: Date): ImbalanceRevision {
  return { ...day, revision: 1, settlement: 'synthetic', source: 'synthetic', knownAt };
}

/** All revisions of some days by date, in order of their numbers; none for a day without prices. */
export type ImbalanceRevisions = ReadonlyMap<string, readonly ImbalanceRevision[]>;

/** Reads the prices of deviations. Errors: `store_unavailable`. */
export interface ImbalancePriceReader {
  /**
   * The prices of the days from `from` to `to` (`YYYY-MM-DD`), oldest day first, fetched as they are
   * read: of each day the highest revision that was known at an instant (default: any). Days without
   * one are left out.
   */
  prices(from: string, to: string, at?: Date): AsyncIterable<ImbalanceRevision>;
  /**
   * A text that is another one after any price that this reader sees was added or removed. Readers with the
   * same text see the same prices.
   */
  version(): Promise<string>;
}

/** The prices as a customer sees them: the settled ones, and on days without any its synthetic ones. */
export interface OwnImbalancePrices extends ImbalancePriceReader {
  /**
   * Keeps synthetic prices that are this customer's alone; a day that has some keeps those. They have the
   * revision 1 and the settlement `synthetic`.
   */
  putSynthetic(days: readonly ImbalanceDay[], knownAt: Date): Promise<void>;
}

/**
 * Keeps the prices of deviations, every revision of them. Synthetic ones are seen by their customer alone, and
 * deleted along with synthetic realised prices. Errors: `store_unavailable`.
 */
export interface ImbalancePriceStore extends ImbalancePriceReader {
  seenBy(customerId: string): OwnImbalancePrices;
  /** All revisions of a day, oldest first. */
  revisions(date: string): Promise<ImbalanceRevision[]>;
  /**
   * Adds revisions of some days in one commit, all or none, with the entry if any is added. Of two
   * that add at once, one sees the revisions of the other. Errors: those of `decide`.
   *
   * @param decide returns at most one new revision of each of the days.
   */
  revise(
    dates: readonly string[],
    decide: (known: ImbalanceRevisions) => readonly NewImbalanceRevision[],
    entry?: AuditEntry,
  ): Promise<readonly ImbalanceRevision[]>;
}

/** Whether two days have the same prices. */
export function isSamePrices(a: ImbalanceDay, b: ImbalanceDay): boolean {
  const isSame = (some: readonly MilliEuro[], others: readonly MilliEuro[]) =>
    some.length === others.length && some.every((price, i) => price === others[i]);
  return a.stepMinutes === b.stepMinutes && isSame(a.short, b.short) && isSame(a.long, b.long);
}
