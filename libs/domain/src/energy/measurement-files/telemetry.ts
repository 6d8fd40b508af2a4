import { type PlantStore, plantNotFound } from '@solano/domain/assets';
import {
  type Clock,
  CustomerFolders,
  type Digest,
  type ObjectStore,
  problemText,
  SolanoError,
  storeFile,
  translating,
} from '@solano/domain/kernel';
import { type Customer, type FileDelivery, requireFolder } from '@solano/domain/service';
import type { MeasurementStore } from '../measurements/measurement-store.ts';
import type { MeasurementFileReader } from './upload.ts';

interface TelemetryDeps extends MeasurementFileReader {
  readonly plants: Pick<PlantStore, 'byName'>;
  readonly measurements: Pick<MeasurementStore, 'record'>;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** A telemetry file as it was sent. */
interface SentTelemetry {
  readonly plantName: string;
  readonly content: Uint8Array;
  /** Records implausible values, too. */
  readonly force: boolean;
}

/** A telemetry file that is recorded. */
export interface RecordedTelemetry {
  /** The object that holds it. */
  readonly key: string;
  readonly rows: number;
  /** How many of them cover an instant for which there was a value. */
  readonly replaced: number;
}

/**
 * The customer's folder for telemetry; required before the fields of an upload are checked. Errors:
 * `uploads_off` for a customer without a folder.
 */
export function requireTelemetryUploads(customer: Customer): string {
  return requireFolder(customer, 'Telemetry uploads are not configured.');
}

/**
 * Records the values of a plant's telemetry file as its production, all or nothing, and then keeps
 * the file in place of the one before: UTC and MW where its header says neither. Errors:
 * `uploads_off`, `plant_not_found`, `invalid_fields` with the bad columns and rows under `file`,
 * `store_unavailable`, `overloaded`: nothing is recorded then; `upload_failed`: the values are
 * recorded, which the same file again does not change.
 */
export async function uploadTelemetry(
  deps: TelemetryDeps,
  { source, customer, file }: FileDelivery<SentTelemetry>,
): Promise<RecordedTelemetry> {
  const { plantName, content, force } = file;
  const folder = requireTelemetryUploads(customer);
  const plant = (await deps.plants.byName(customer.id, plantName)) ?? plantNotFound();
  const at = deps.clock();
  const plants = new Map([[plant.name, Number(plant.installedCapacityMw)]]);
  const owners = { kind: 'production', plants } as const;
  const assumed = { unit: 'MW', zone: 'UTC' } as const;
  const options = { name: plant.name, assumed, ...(force && { force }) };
  const reading = await deps.readFile(content, owners, options, at.getTime());
  const problems = reading.problems.map(problemText);
  if (reading.understood?.format === 'xlsx') problems.push('The file is a workbook, not CSV.');
  if (problems.length > 0) rejectFile(problems);
  const runs = reading.series.flatMap((each) => each.runs);
  const series = { kind: 'production', plantId: plant.id } as const;
  const customerId = customer.id;
  const entry = {
    ...source,
    at,
    action: 'production.record',
    customerId,
    subject: plant.id,
  } as const;
  const replaced = await translating('plant_unknown', plantNotFound, () =>
    deps.measurements.record({ customerId, deliveredAt: at }, [{ series, runs }], entry),
  );
  const key = new CustomerFolders(folder, deps.digest).telemetry(plant.name);
  await storeFile(() => deps.objects.put(key, content, 'text/csv'));
  const rows = runs.reduce((sum, { microMw }) => sum + microMw.length, 0);
  return { key, rows, replaced: replaced ?? 0 };
}

function rejectFile(problems: readonly string[]): never {
  const message = 'The file cannot be recorded.';
  throw new SolanoError('invalid_fields', message, { problems, fields: { file: problems } });
}
