import { type PlantStore, plantNotFound } from '@solano/domain/assets';
import { translating } from '@solano/domain/kernel';
import {
  type FileDelivery,
  type FileOutcome,
  type FileUpload,
  type PeriodFileDeps,
  type SentFile,
  type UploadFilter,
  uploadPeriods,
} from '@solano/domain/service';
import type { MeasuredSeries } from '../measurements/measured-series.ts';
import type { MeasurementStore, SeriesValues } from '../measurements/measurement-store.ts';
import { endOfRun } from '../measurements/power-run.ts';
import type {
  MeasurementFileOptions,
  MeasurementOwners,
  MeasurementReading,
} from './measurement-reading.ts';

export interface MeasurementUploadDeps extends PeriodFileDeps {
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
export type SentMeasurements = SentFile<MeasurementFileOptions>;

/** Production of plants, or the consumption of a portfolio. */
export type MeasurementTarget = Exclude<UploadFilter, { readonly kind: 'trades' }>;

/** The plants of a customer whose production a file may have. */
interface Plants {
  readonly ids: ReadonlyMap<string, string>;
  readonly owners: MeasurementOwners;
}

/** A file of measured energy, and what it is of. */
export interface MeasurementFile extends FileDelivery<SentMeasurements> {
  readonly target: MeasurementTarget;
}

/**
 * Uploads a file of measured energy, see `uploadFile`. Errors: `plant_not_found`, `overloaded`, and
 * those of `uploadFile`; nothing is recorded then.
 */
export async function uploadMeasurements(
  deps: MeasurementFileDeps,
  { target, ...delivery }: MeasurementFile,
): Promise<FileOutcome<MeasurementReading, FileUpload>> {
  const { content, options } = delivery.file;
  const { id: customerId } = delivery.customer;
  const { name } = options;
  const isOfPlant = target.kind === 'production' && name !== undefined;
  if (isOfPlant && !(await deps.plants.byName(customerId, name))) plantNotFound();
  let ids: Plants['ids'] = new Map();
  return uploadPeriods(deps, delivery, {
    target,
    async read(now) {
      const plants = await plantsOf(deps, customerId, target);
      ids = plants.ids;
      return deps.readFile(content, plants.owners, options, now);
    },
    describe,
    record({ series }, recorded, entry) {
      const values = series.map(({ name: named, runs }): SeriesValues => {
        return { series: seriesOf(target, named, ids), runs };
      });
      return translating('plant_unknown', plantNotFound, () =>
        deps.measurements.record(recorded, values, entry),
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
