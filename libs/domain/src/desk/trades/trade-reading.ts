import type { FileProblem } from '@solano/domain/kernel';
import type { PeriodOptions, Understood } from '@solano/domain/kernel/tables';
import type { SessionTrade, TradedDay } from './trade.ts';

/** What the sender of a file of trades says of it. */
export interface TradeFileOptions extends PeriodOptions {
  readonly unit?: 'MW' | 'MWh' | undefined;
}

/** A file of executed trades as it was understood. */
export interface TradeReading {
  /** Null where the file cannot be read as a table. */
  readonly understood: Understood | null;
  readonly days: readonly TradedDay[];
  /** The first trades. */
  readonly preview: readonly SessionTrade[];
  /** Data rows of the file. */
  readonly total: number;
  readonly problems: readonly FileProblem[];
}
