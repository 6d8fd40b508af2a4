import type { MeasurementDelivery, SeriesValues, UploadFilter } from '@solano/domain/energy';
import type { AuditEntry } from '@solano/domain/service';
import {
  type MemoryDatabase,
  MemoryMeasurementStore,
  MemoryMeasurementUploadStore,
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

export class ObservedMeasurementUploadStore extends MemoryMeasurementUploadStore {
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
