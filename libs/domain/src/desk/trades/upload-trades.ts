import { MINUTE_MS } from '@solano/domain/kernel';
import {
  type FileDelivery,
  type FileOutcome,
  type FileUpload,
  type PeriodFileDeps,
  type Portfolio,
  type SentFile,
  uploadPeriods,
} from '@solano/domain/service';
import { TRADE_SESSIONS, type TradedDay } from './trade.ts';
import type { TradeFileOptions, TradeReading } from './trade-reading.ts';
import type { TradeStore } from './trade-store.ts';

export interface TradeUploadDeps extends PeriodFileDeps {
  readonly trades: Pick<TradeStore, 'record'>;
}

export interface TradeFileDeps extends TradeUploadDeps {
  /** Reads a file as `readTrades` does. Errors: `overloaded`. */
  readonly readFile: (content: Uint8Array, options: TradeFileOptions) => Promise<TradeReading>;
}

/** A file of trades that was sent. */
export type SentTrades = SentFile<TradeFileOptions>;

/** A file of trades, and whose they are. */
export interface TradeFile extends FileDelivery<SentTrades> {
  readonly portfolio: Portfolio;
}

/**
 * Uploads a file of executed trades, see `uploadFile`. Errors: `overloaded`, and those of `uploadFile`;
 * nothing is recorded then.
 */
export function uploadTrades(
  deps: TradeFileDeps,
  { portfolio: { user, retailer }, ...delivery }: TradeFile,
): Promise<FileOutcome<TradeReading, FileUpload>> {
  const { content, options } = delivery.file;
  const portfolio = { user, retailer };
  return uploadPeriods(deps, delivery, {
    target: { kind: 'trades', ...portfolio },
    read: () => deps.readFile(content, options),
    describe: ({ days }) => describe(days),
    record: ({ days }, recorded, entry) =>
      deps.trades.record({ portfolio, ...recorded }, days, entry),
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
