import {
  type Clock,
  invalidRequest,
  rejectRows,
  requireText,
  type SourceTable,
  type UnreadableFile,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { Labels } from '../prices/value-file.ts';
import { readImbalance } from './imbalance-file.ts';
import {
  type ImbalanceDay,
  type ImbalancePriceStore,
  type ImbalanceRevision,
  type ImbalanceRevisions,
  isSamePrices,
} from './imbalance-prices.ts';

/** Characters that the name of a settlement may have. */
const MAX_SETTLEMENT_LENGTH = 200;

export interface ImportImbalanceDeps {
  readonly imbalance: ImbalancePriceStore;
  readonly clock: Clock;
}

export interface ImportImbalanceOptions {
  readonly labels: Labels;
  /** Name of the settlement that the prices are of. */
  readonly settlement: string;
  /** Whether a settlement that has other prices of a day may be corrected. */
  readonly replace: boolean;
  /** The audit entry of an import of `days` days. */
  readonly entryOf?: (days: number) => AuditEntry;
}

export interface ImportedImbalance {
  /** All days of the file. */
  readonly days: readonly ImbalanceDay[];
  /** Those of them that have a new revision: the others were known as they are. */
  readonly added: readonly ImbalanceRevision[];
  /** How many of the added ones had other prices before. */
  readonly replaced: number;
}

/**
 * Adds a settlement's prices of deviations from a table `datetime;short;long`, as
 * {@link readImbalance} reads them, all or nothing. A day of which the settlement has these prices
 * stays as it is. Errors: `invalid_rows` as there, and naming the first row of each day of which the
 * settlement has other prices, unless it may be corrected; `invalid_request` for a settlement without
 * a fit name; `store_unavailable`.
 */
export async function importImbalance(
  { imbalance, clock }: ImportImbalanceDeps,
  table: SourceTable | UnreadableFile,
  { labels, settlement, replace, entryOf }: ImportImbalanceOptions,
): Promise<ImportedImbalance> {
  requireSettlement(settlement);
  const { days, lines } = readImbalance(table, labels);
  let replaced = 0;
  const decide = (known: ImbalanceRevisions) => {
    const { added, corrected } = compare(days, known, settlement);
    if (corrected.length > 0 && !replace) {
      const reason = `has other prices of the settlement ${settlement} (--replace puts these in their place)`;
      rejectRows(corrected.map(({ date }) => `line ${lines.get(date)}: ${date} ${reason}`));
    }
    replaced = added.filter(({ date }) => known.has(date)).length;
    const knownAt = clock();
    return added.map((day) => ({ ...day, settlement, source: 'csv' as const, knownAt }));
  };
  const dates = days.map(({ date }) => date);
  const added = await imbalance.revise(dates, decide, entryOf?.(days.length));
  return { days, added, replaced };
}

/** Errors: `invalid_request`. */
function requireSettlement(name: string): void {
  requireText(name.trim(), 'name of the settlement');
  if (name.length <= MAX_SETTLEMENT_LENGTH) return;
  throw invalidRequest(
    `The name of the settlement has more than ${MAX_SETTLEMENT_LENGTH} characters`,
  );
}

/** Days whose prices differ from the settlement’s last ones, and those among them that it already had. */
function compare(days: readonly ImbalanceDay[], known: ImbalanceRevisions, settlement: string) {
  const lastOf = ({ date }: ImbalanceDay) =>
    known.get(date)?.findLast((each) => each.settlement === settlement);
  const added = days.filter((day) => {
    const last = lastOf(day);
    return last === undefined || !isSamePrices(last, day);
  });
  return { added, corrected: added.filter((day) => lastOf(day) !== undefined) };
}
