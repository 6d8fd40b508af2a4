import { hash } from 'node:crypto';
import type { MeasurementFileReader, MeasurementUploadDeps } from '@solano/domain/energy';
import { MEASUREMENT_COLUMNS, readMeasurements } from '@solano/domain/energy/files';
import { SolanoError, translating } from '@solano/domain/kernel';
import { type MemoryObjectStore, MemoryPlantStore } from '@solano/memory';
import { readTable } from '@solano/spreadsheet';
import type { SimulatedDatabase } from '../database.ts';
import type { Host } from '../host.ts';
import type { Setting } from '../setting.ts';
import { ObservedMeasurementStore, ObservedMeasurementUploadStore } from './stores.ts';

/** What a process records measured energy with. */
export type EnergyParts = MeasurementUploadDeps & MeasurementFileReader;

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
): EnergyParts {
  const { memory } = database;
  const { energy } = setting.ledger;
  const measurements = database.connect(host, new ObservedMeasurementStore(memory, energy));
  const uploads = database.connect(host, new ObservedMeasurementUploadStore(memory, energy));
  const planted = setting.bug.energy?.({ measurements, uploads, memory });
  return {
    measurements: planted?.measurements ?? measurements,
    fileUploads: planted?.uploads ?? uploads,
    plants: new MemoryPlantStore(memory),
    objects: {
      put: (...file) =>
        translating('store_unavailable', away, () =>
          database.call(host, () => objects.put(...file)),
        ),
      get: (key) => objects.get(key),
    },
    clock: host.clock.now,
    newId,
    digest: (text) => hash('sha256', text),
    readFile: async (content, ...rest) =>
      readMeasurements(readTable(content, MEASUREMENT_COLUMNS), ...rest),
  };
}

/** Files are lost on the way as statements are. */
function away(cause: SolanoError): never {
  throw new SolanoError('objects_unavailable', 'The simulated objects are away.', { cause });
}
