import { type PlantStore, plantNotFound } from '@solano/domain/assets';
import { translating } from '@solano/domain/kernel';
import {
  type AuditSource,
  type Customer,
  type FileOutcome,
  type FileUploadDeps,
  type UploadedFile,
  type UploadFilter,
  uploadFile,
} from '@solano/domain/service';
import type { MeasuredSeries } from '../measurements/measured-series.ts';
import type { MeasurementStore, SeriesValues } from '../measurements/measurement-store.ts';
import { endOfRun } from '../measurements/power-run.ts';
import type {
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-reading.ts';

export interface MeasurementUploadDeps extends FileUploadDeps {
  readonly plants: Pick<PlantStore, 'byName' | 'list'>;
  readonly measurements: Pick<MeasurementStore, 'record'>;
}

export interface MeasurementFileReader {
  /** Reads a file as `readMeasurements` does. Errors: `overloaded`. */
  readonly readFile: (
    content: Uint8Array,
    owners: MeasurementOwners,
    options: MeasurementFileOptions,
    now: number,
  ) => Promise<MeasurementReading>;
}

export interface MeasurementFileDeps extends MeasurementUploadDeps, MeasurementFileReader {}

/** A file that was sent; the `name` of its options is the plant or the group where the file names none. */
export type SentMeasurements = UploadedFile<MeasurementFileOptions>;

/** Production of plants, or the consumption of a portfolio. */
export type MeasurementTarget = Exclude<UploadFilter, { readonly kind: 'trades' }>;

/** The plants of a customer whose production a file may have. */
interface Plants {
  readonly ids: ReadonlyMap<string, string>;
  readonly owners: MeasurementOwners;
}

/**
 * Reads a file of measured energy, stores it as it was received and records its values, all or
 * nothing. Errors: `plant_not_found`, `uploads_off` for a customer without a folder, `upload_failed`,
 * `store_unavailable`, `overloaded`; nothing is recorded then.
 */
export async function uploadMeasurements(
  deps: MeasurementFileDeps,
  source: AuditSource,
  customer: Customer,
  target: MeasurementTarget,
  file: SentMeasurements,
): Promise<FileOutcome<MeasurementReading>> {
  const { name } = file.options;
  const isOfPlant = target.kind === 'production' && name !== undefined;
  if (isOfPlant && !(await deps.plants.byName(customer.id, name))) plantNotFound();
  let ids: Plants['ids'] = new Map();
  return uploadFile(deps, source, customer, target, file, {
    async read(now) {
      const plants = await plantsOf(deps, customer.id, target);
      ids = plants.ids;
      return deps.readFile(file.content, plants.owners, file.options, now);
    },
    describe,
    record({ series }, delivery, entry) {
      const values = series.map(({ name: named, runs }): SeriesValues => {
        return { series: seriesOf(target, named, ids), runs };
      });
      const of = { customerId: customer.id, ...delivery };
      return translating('plant_unknown', plantNotFound, () =>
        deps.measurements.record(of, values, entry),
      );
    },
  });
}

async function plantsOf(
  { plants }: { readonly plants: Pick<PlantStore, 'list'> },
  customerId: string,
  { kind }: MeasurementTarget,
): Promise<Plants> {
  const ids = new Map<string, string>();
  if (kind === 'consumption') return { ids, owners: { kind } };
  const installed = new Map<string, number>();
  for await (const { id, name, installedCapacityMw } of plants.list(customerId, { offset: 0 })) {
    ids.set(name, id);
    installed.set(name, Number(installedCapacityMw));
  }
  return { ids, owners: { kind, plants: installed } };
}

function seriesOf(
  target: MeasurementTarget,
  name: string,
  ids: ReadonlyMap<string, string>,
): MeasuredSeries {
  if (target.kind === 'consumption') return { ...target, group: name };
  return { kind: 'production', plantId: ids.get(name) ?? '' };
}

function describe({ series }: MeasurementReading) {
  const runs = series.flatMap((each) => each.runs);
  return {
    series: series.map(({ name }) => name),
    rows: runs.reduce((sum, { microMw }) => sum + microMw.length, 0),
    from: new Date(Math.min(...runs.map(({ start }) => start))),
    to: new Date(Math.max(...runs.map(endOfRun))),
  };
}
