import type {
  MeasuredSeries,
  MeasurementDelivery,
  MeasurementTarget,
  SeriesValues,
} from '@solano/domain/energy';
import { TradeLedger } from './trade-ledger.ts';

/** A delivery that a customer sends: each of its values is as many MW as its number. */
export interface SentDelivery {
  readonly number: number;
  readonly customerId: string;
  readonly target: MeasurementTarget;
  /** Plants (each is its own name) or groups. */
  readonly series: readonly string[];
  /** Quarter hours after {@link BEGINNING}. */
  readonly first: number;
  readonly quarters: number;
}

/** A delivery as it was committed. */
export interface Commit extends MeasurementDelivery {
  readonly values: readonly SeriesValues[];
  takenBackAt?: Date;
}

/** A list as it was read while things went wrong. */
interface ReadList {
  readonly asOf: Date;
  readonly text: string;
  /** How many changes had been committed. */
  readonly changes: number;
}

/** The start of all measured periods (ms). */
export const BEGINNING = Date.parse('2026-11-10T00:00:00Z');
/** Quarter hours that have measured values. */
export const QUARTERS = 20;
export const GROUPS = ['north', 'south'];
export const PORTFOLIO = { kind: 'consumption', user: 'ana', retailer: 'r' } as const;

/** Measured energy by what was sent, committed and acknowledged. */
export class EnergyLedger {
  readonly trades = new TradeLedger();
  readonly sent: SentDelivery[] = [];
  readonly commits: Commit[] = [];
  /** Times that the committed deliveries and take-backs have, in the order of their commits. */
  readonly changes: Date[] = [];
  /** Numbers of deliveries. */
  readonly acknowledged = new Set<number>();
  /** Uploads whose taking back was acknowledged. */
  readonly takenBack = new Set<string>();
  readonly lists: ReadList[] = [];

  recorded(delivery: MeasurementDelivery, values: readonly SeriesValues[]): void {
    this.commits.push({ ...delivery, values });
    this.changes.push(delivery.deliveredAt);
  }

  tookBack(id: string, at: Date): void {
    this.trades.tookBack(id);
    for (const commit of this.commits) if (commit.upload?.id === id) commit.takenBackAt = at;
    this.changes.push(at);
  }
}

export function nameOf(series: MeasuredSeries): string {
  return series.kind === 'production' ? series.plantId : series.group;
}
