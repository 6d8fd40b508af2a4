import type { PlantStore } from '@solano/domain/assets';
import type {
  EnergySettingsStore,
  MeasurementStore,
  PowerRun,
  SeriesFilter,
} from '@solano/domain/energy';
import type { DeliveredForecastStore } from '@solano/domain/forecasting';
import { DAY_MS, megawatts } from '@solano/domain/kernel';
import type { FileUpload, FileUploadStore } from '@solano/domain/service';
import type { CustomerRecords } from './records.ts';

/** The times (ms) that a date can have. */
const ALWAYS = { from: -8.64e15, to: 8.64e15 };
/** What is read of a series at once. */
const PART_MS = 400 * DAY_MS;
/** Portfolios whose settings are read at once: some MB at most. */
const PORTFOLIOS = 20;

export interface MeasurementExportDeps {
  readonly customerRecords: Pick<CustomerRecords, 'consumptions' | 'portfolioSettings'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly measurements: Pick<MeasurementStore, 'runs' | 'states'>;
  readonly deliveredForecasts: Pick<DeliveredForecastStore, 'versions'>;
  readonly energySettings: Pick<EnergySettingsStore, 'ofPlants'>;
  readonly fileUploads: Pick<FileUploadStore, 'list'>;
}

/** What was delivered of the production of a customer's plants, every revision. */
export async function* productionsOf(
  { plants, measurements }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const { id, name } of plants.list(customerId)) {
    const filter = { kind: 'production', plantIds: [id] } as const;
    for await (const run of runsOf(measurements, customerId, filter))
      yield { plantId: name, ...run };
  }
}

/** What was delivered of a customer's consumption, every revision. */
export async function* consumptionsOf(
  { customerRecords, measurements }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for (const series of await customerRecords.consumptions(customerId)) {
    const { kind: _, firstStart: _firstStart, ...owner } = series;
    for await (const run of runsOf(measurements, customerId, series)) yield { ...owner, ...run };
  }
}

/** Consecutive periods of one delivery. */
async function* runsOf(
  measurements: MeasurementExportDeps['measurements'],
  customerId: string,
  filter: SeriesFilter,
): AsyncGenerator<object> {
  for (const { firstStart, lastEnd } of await measurements.states(customerId, filter)) {
    const [first, last] = [firstStart.getTime(), lastEnd.getTime()];
    for (let from = first; from < last; from += PART_MS) {
      const window = { from, to: Math.min(last, from + PART_MS) };
      for await (const { runs } of measurements.runs(customerId, filter, window)) {
        for (const run of runs) {
          const { deliveredAt, takenBackAt } = run;
          // One that begins before the part was in the part before.
          if (run.start < from) continue;
          yield {
            ...runRecord(run),
            deliveredAt: new Date(deliveredAt),
            takenBackAt: takenBackAt === undefined ? null : new Date(takenBackAt),
          };
        }
      }
    }
  }
}

function runRecord({ start, step, microMw }: PowerRun): object {
  return { startUtc: new Date(start), minutes: step, mw: Array.from(microMw, megawatts) };
}

/** Every version of the forecasts that were delivered for a customer's plants, run by run. */
export async function* deliveredForecastsOf(
  { plants, deliveredForecasts }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const { id, name } of plants.list(customerId)) {
    for await (const { versions } of deliveredForecasts.versions(customerId, [id], ALWAYS)) {
      for (const { knownAt, runs } of versions) {
        for (const run of runs) yield { plantId: name, knownAt, ...runRecord(run) };
      }
    }
  }
}

/** The files of measured energy that were not taken back. */
export async function* measurementUploadsOf(
  { customerRecords, fileUploads }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<FileUpload> {
  const page = { offset: 0 };
  yield* fileUploads.list(customerId, { kind: 'production' }, page);
  const listed = new Set<string>();
  for (const { kind, user, retailer } of await customerRecords.consumptions(customerId)) {
    const portfolio = JSON.stringify([user, retailer]);
    if (listed.has(portfolio)) continue;
    listed.add(portfolio);
    yield* fileUploads.list(customerId, { kind, user, retailer }, page);
  }
}

/** The settings of plants, those for which nothing was put left out. */
export async function* plantSettingsOf(
  { plants, energySettings }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const { id, name } of plants.list(customerId)) {
    const settings = (await energySettings.ofPlants(customerId, [id])).get(id);
    if (settings) yield { plantId: name, ...settings };
  }
}

/** The settings of portfolios. */
export async function* portfolioSettingsOf(
  { customerRecords }: MeasurementExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for (let offset = 0; ; offset += PORTFOLIOS) {
    const page = { offset, limit: PORTFOLIOS };
    const found = await customerRecords.portfolioSettings(customerId, page);
    for (const { settings, ...portfolio } of found) yield { ...portfolio, ...settings };
    if (found.length < PORTFOLIOS) return;
  }
}
