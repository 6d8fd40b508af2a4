import { hash } from 'node:crypto';
import type { uploadTrades } from '@solano/domain/desk';
import { readTrades, TRADE_COLUMNS } from '@solano/domain/desk/files';
import type { MeasurementFileReader, MeasurementUploadDeps } from '@solano/domain/energy';
import { MEASUREMENT_COLUMNS, readMeasurements } from '@solano/domain/energy/files';
import { SolanoError, translating } from '@solano/domain/kernel';
import type { PeriodFileDeps } from '@solano/domain/service';
import { type MemoryObjectStore, MemoryPlantStore } from '@solano/memory';
import { readTable } from '@solano/spreadsheet';
import type { SimulatedDatabase } from '../database.ts';
import type { Host } from '../host.ts';
import type { Setting } from '../setting.ts';
import { ObservedMeasurementStore, ObservedTradeStore, ObservedUploadStore } from './stores.ts';

/** What a process records measured energy with. */
export type EnergyParts = MeasurementUploadDeps & MeasurementFileReader;

/** What a process records executed trades with. */
export type TradeParts = Parameters<typeof uploadTrades>[0];

/** The servers that a process records measured energy on. */
interface EnergyServers {
  readonly setting: Setting;
  readonly database: SimulatedDatabase;
  readonly objects: MemoryObjectStore;
  readonly newId: () => string;
}

/** The ports as a process reaches them. Plants never change, and are where the process is. */
export function energyParts(
  { setting, database, objects, newId }: EnergyServers,
  host: Host,
): { readonly energy: EnergyParts; readonly trades: TradeParts } {
  const { memory } = database;
  const { energy } = setting.ledger;
  const trades = database.connect(host, new ObservedTradeStore(memory, energy));
  const measurements = database.connect(host, new ObservedMeasurementStore(memory, energy));
  const uploads = database.connect(host, new ObservedUploadStore(memory, energy));
  const planted = setting.bug.energy?.({ measurements, uploads, trades, memory });
  const uploading: PeriodFileDeps = {
    fileUploads: planted?.uploads ?? uploads,
    objects: {
      put: (...file) =>
        translating('store_unavailable', away, () =>
          database.call(host, () => objects.put(...file)),
        ),
    },
    clock: host.clock.now,
    newId,
    digest: (text) => hash('sha256', text),
  };
  return {
    energy: {
      ...uploading,
      measurements: planted?.measurements ?? measurements,
      plants: new MemoryPlantStore(memory),
      readFile: async (content, ...rest) =>
        readMeasurements(readTable(content, MEASUREMENT_COLUMNS), ...rest),
    },
    trades: {
      ...uploading,
      trades: planted?.trades ?? trades,
      readFile: async (content, options) => readTrades(readTable(content, TRADE_COLUMNS), options),
    },
  };
}

/** Files are lost on the way as statements are. */
function away(cause: SolanoError): never {
  throw new SolanoError('objects_unavailable', 'The simulated objects are away.', { cause });
}
