import { MINUTE_MS } from '@solano/domain/kernel';
import {
  type AuditSource,
  type Customer,
  type FileOutcome,
  type FileUploadDeps,
  type Portfolio,
  type UploadedFile,
  uploadFile,
} from '@solano/domain/service';
import { TRADE_SESSIONS, type TradedDay } from './trade.ts';
import type { TradeFileOptions, TradeReading } from './trade-reading.ts';
import type { TradeStore } from './trade-store.ts';

export interface TradeUploadDeps extends FileUploadDeps {
  readonly trades: Pick<TradeStore, 'record'>;
}

export interface TradeFileDeps extends TradeUploadDeps {
  /** Reads a file as `readTrades` does. Errors: `overloaded`. */
  readonly readFile: (content: Uint8Array, options: TradeFileOptions) => Promise<TradeReading>;
}

/** A file of trades that was sent. */
export type SentTrades = UploadedFile<TradeFileOptions>;

/**
 * Reads a file of executed trades, stores it as it was received and records it, all or nothing. Errors:
 * `uploads_off` for a customer without a folder, `upload_failed`, `store_unavailable`, `overloaded`;
 * nothing is recorded then.
 */
export async function uploadTrades(
  deps: TradeFileDeps,
  source: AuditSource,
  customer: Customer,
  { user, retailer }: Portfolio,
  file: SentTrades,
): Promise<FileOutcome<TradeReading>> {
  const portfolio = { user, retailer };
  return uploadFile(deps, source, customer, { kind: 'trades', ...portfolio }, file, {
    read: () => deps.readFile(file.content, file.options),
    describe: ({ days }) => describe(days),
    record: ({ days }, delivery, entry) =>
      deps.trades.record({ customerId: customer.id, portfolio, ...delivery }, days, entry),
  });
}

function describe(days: readonly TradedDay[]) {
  const sessions = new Set(days.map(({ session }) => session));
  let [rows, from, to] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { trades } of days) {
    rows += trades.length;
    for (const { start, minutes } of trades) {
      from = Math.min(from, start);
      to = Math.max(to, start + minutes * MINUTE_MS);
    }
  }
  const series = TRADE_SESSIONS.filter((session) => sessions.has(session));
  return { rows, series, from: new Date(from), to: new Date(to) };
}
