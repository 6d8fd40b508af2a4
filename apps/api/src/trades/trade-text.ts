import type { TradeFileOptions, TradeReading } from '@solano/domain/desk';
import { readTrades, TRADE_COLUMNS } from '@solano/domain/desk/files';
import { readTable } from '@solano/spreadsheet';

export interface TradeFileInput {
  readonly content: Uint8Array;
  readonly options: TradeFileOptions;
}

/** Reads a file of executed trades. It does not throw: problems are part of the result. */
export function readTradeFile({ content, options }: TradeFileInput): TradeReading {
  return readTrades(readTable(content, TRADE_COLUMNS), options);
}
