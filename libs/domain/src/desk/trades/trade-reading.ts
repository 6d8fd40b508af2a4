import type { PeriodOptions } from '@solano/domain/kernel/tables';
import type { FileReading } from '@solano/domain/service';
import type { SessionTrade, TradedDay } from './trade.ts';

/** What the sender of a file of trades says of it. */
export interface TradeFileOptions extends PeriodOptions {
  readonly unit?: 'MW' | 'MWh' | undefined;
}

/** A file of executed trades as it was understood. */
export interface TradeReading extends FileReading {
  readonly days: readonly TradedDay[];
  /** The first trades. */
  readonly preview: readonly SessionTrade[];
  /** Data rows of the file. */
  readonly total: number;
}
