import type { TradeStore } from '@solano/domain/desk';
import type { MeasurementStore } from '@solano/domain/energy';
import type { FileUploadStore } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';
import { over } from './stores.ts';

/** How a process reaches the stores of measured energy and executed trades. */
export interface EnergyReach {
  readonly memory: MemoryDatabase;
  /** The stores over the connection. */
  readonly measurements: MeasurementStore;
  readonly uploads: FileUploadStore;
  readonly trades: TradeStore;
}

/** The stores of a process that has a bug. */
export type EnergyStores = Partial<Pick<EnergyReach, 'measurements' | 'uploads' | 'trades'>>;

/** Each series of a file is recorded by a statement of its own. */
export function seriesBySeries({ measurements }: EnergyReach): EnergyStores {
  const own: Partial<MeasurementStore> = {
    async record({ upload, ...delivery }, values, entry) {
      const [first = [], ...others] = values.map((each) => [each]);
      const file = { ...delivery, ...(upload && { upload }) };
      let replaced = await measurements.record(file, first, entry);
      for (const each of others) {
        if (replaced === undefined) return undefined;
        replaced += (await measurements.record(delivery, each, entry)) ?? 0;
      }
      return replaced;
    },
  };
  return { measurements: over(measurements, own) };
}

/** A file that comes again is recorded again. */
export function filesTwice({ measurements }: EnergyReach): EnergyStores {
  const record: MeasurementStore['record'] = ({ upload, ...delivery }, values, entry) => {
    const file = upload && { upload: { ...upload, digest: upload.id } };
    return measurements.record({ ...delivery, ...file }, values, entry);
  };
  return { measurements: over(measurements, { record }) };
}

/** The values of an upload that is taken back are deleted, also from what was known before. */
export function deletingValues({ uploads, memory }: EnergyReach): EnergyStores {
  const own: Partial<FileUploadStore> = {
    async takeBack(customerId, filter, id, entry) {
      const isTaken = await uploads.takeBack(customerId, filter, id, entry);
      for (const [name, row] of memory.measurements) {
        const runs = row.runs.filter(({ upload }) => upload !== id);
        if (isTaken && runs.length > 0) memory.measurements.set(name, { ...row, runs });
      }
      return isTaken;
    },
  };
  return { uploads: over(uploads, own) };
}

/** Trades are added to those of their session and day, in place of replacing them. */
export function addingTrades({ trades }: EnergyReach): EnergyStores {
  const record: TradeStore['record'] = async (delivery, days, entry) => {
    const all = await Promise.all(
      days.map(async (each) => {
        const { customerId, portfolio } = delivery;
        const before = await trades.executed(customerId, portfolio, each.day, each.day);
        const same = before.find(({ session }) => session === each.session);
        return { ...each, trades: [...each.trades, ...(same?.trades ?? [])] };
      }),
    );
    return trades.record(delivery, all, entry);
  };
  return { trades: over(trades, { record }) };
}
