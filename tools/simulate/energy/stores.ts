import type { TradeDelivery, TradedDay } from '@solano/domain/desk';
import type { MeasurementDelivery, SeriesValues } from '@solano/domain/energy';
import type { AuditEntry, UploadFilter } from '@solano/domain/service';
import {
  type MemoryDatabase,
  MemoryFileUploadStore,
  MemoryMeasurementStore,
  MemoryTradeStore,
} from '@solano/memory';
import type { EnergyLedger } from './ledger.ts';

/** The store of the simulated database: the ledger learns of each commit at its moment. */
export class ObservedMeasurementStore extends MemoryMeasurementStore {
  readonly #ledger: EnergyLedger;

  constructor(database: MemoryDatabase, ledger: EnergyLedger) {
    super(database);
    this.#ledger = ledger;
  }

  override async record(
    delivery: MeasurementDelivery,
    values: readonly SeriesValues[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    const replaced = await super.record(delivery, values, entry);
    if (replaced !== undefined) this.#ledger.recorded(delivery, values);
    return replaced;
  }
}

export class ObservedTradeStore extends MemoryTradeStore {
  readonly #ledger: EnergyLedger;

  constructor(database: MemoryDatabase, ledger: EnergyLedger) {
    super(database);
    this.#ledger = ledger;
  }

  override async record(
    delivery: TradeDelivery,
    days: readonly TradedDay[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    const replaced = await super.record(delivery, days, entry);
    const microMw = days[0]?.trades[0]?.microMw ?? 0;
    if (replaced !== undefined) this.#ledger.trades.recorded(delivery, microMw);
    return replaced;
  }
}

export class ObservedUploadStore extends MemoryFileUploadStore {
  readonly #ledger: EnergyLedger;

  constructor(database: MemoryDatabase, ledger: EnergyLedger) {
    super(database);
    this.#ledger = ledger;
  }

  override async takeBack(
    customerId: string,
    filter: UploadFilter,
    id: string,
    entry: AuditEntry,
  ): Promise<boolean> {
    const isTaken = await super.takeBack(customerId, filter, id, entry);
    if (isTaken) this.#ledger.tookBack(id, entry.at);
    return isTaken;
  }
}
