import {
  countReplaced,
  type DeliveredRun,
  endOfRun,
  MAX_DELIVERY_TIMES,
  type MeasuredSeries,
  type MeasurementDelivery,
  type MeasurementStore,
  type SeriesFilter,
  type SeriesRuns,
  type SeriesState,
  type SeriesValues,
  type SeriesWindow,
} from '@solano/domain/energy';
import { compareCodePoints, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, FileUpload } from '@solano/domain/service';
import { MemoryStore } from '../database.ts';
import type { MeasuredRow, MeasuredRun } from '../delivered-rows.ts';

export class MemoryMeasurementStore extends MemoryStore implements MeasurementStore {
  async record(
    { customerId, deliveredAt, upload }: MeasurementDelivery,
    values: readonly SeriesValues[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    this.database.requireCustomer(customerId);
    const { fileUploads } = this.database;
    const present = [...fileUploads.values()].filter((each) => each.takenBackAt === undefined);
    if (upload && present.some((each) => isSameFile(each.upload, upload))) return undefined;
    for (const { series } of values) {
      if (series.kind === 'consumption' || this.database.plant(customerId, series.plantId))
        continue;
      throw new SolanoError('plant_unknown', 'The customer has no such plant.');
    }
    return this.database.audited(entry, () => {
      if (upload) fileUploads.set(upload.id, structuredClone({ upload }));
      const at = deliveredAt.getTime();
      const added = values.map((each) => this.#add(customerId, each, at, upload?.id));
      return added.reduce((sum, each) => sum + each, 0);
    });
  }

  #add(customerId: string, values: SeriesValues, deliveredAt: number, upload?: string): number {
    const { series } = values;
    const name = JSON.stringify([customerId, ...namesOf(series)]);
    const before = this.database.measurements.get(name);
    const brought = values.runs.map((run) => ({ ...structuredClone(run), deliveredAt, upload }));
    const times = [deliveredAt, ...(before?.times ?? [])].slice(0, MAX_DELIVERY_TIMES);
    const runs = [...(before?.runs ?? []), ...brought];
    const revision = (before?.revision ?? 0) + 1;
    this.database.measurements.set(name, { customerId, series, runs, times, revision });
    const from = Math.min(...values.runs.map(({ start }) => start));
    const window = { from, to: Math.max(...values.runs.map(endOfRun)) };
    return before
      ? countReplaced(
          before.runs.map((run) => this.#delivered(run)),
          values.runs,
          window,
        )
      : 0;
  }

  async *runs(
    customerId: string,
    filter: SeriesFilter,
    { from, to }: SeriesWindow,
  ): AsyncGenerator<SeriesRuns> {
    for (const row of this.#found(customerId, filter)) {
      const own = row.runs.filter((run) => run.start < to && endOfRun(run) > from);
      own.sort((a, b) => a.deliveredAt - b.deliveredAt);
      yield { ...stateOf(row), runs: own.map((run) => this.#delivered(run)) };
    }
  }

  async states(customerId: string, filter: SeriesFilter): Promise<SeriesState[]> {
    return this.#found(customerId, filter).map(stateOf);
  }

  #delivered({ upload, ...run }: MeasuredRun): DeliveredRun {
    const takenBackAt = this.database.fileUploads.get(upload ?? '')?.takenBackAt?.getTime();
    return { ...run, takenBackAt };
  }

  #found(customerId: string, filter: SeriesFilter): MeasuredRow[] {
    const rows = [...this.database.measurements.values()].filter(
      (row) => row.customerId === customerId && isOf(row.series, filter),
    );
    const found = rows.filter(
      ({ series }) => series.kind === 'consumption' || this.database.plants.has(series.plantId),
    );
    return found.sort((a, b) => compareIn(filter, a.series, b.series));
  }
}

function isOf(series: MeasuredSeries, filter: SeriesFilter): boolean {
  if (filter.kind === 'production') {
    return series.kind === 'production' && filter.plantIds.includes(series.plantId);
  }
  if (series.kind === 'production') return false;
  const { user, retailer, group = series.group } = filter;
  return series.user === user && series.retailer === retailer && series.group === group;
}

function stateOf({ series, runs, times, revision }: MeasuredRow): SeriesState {
  return {
    series,
    revision,
    firstStart: firstStartOf(runs),
    lastEnd: new Date(Math.max(...runs.map(endOfRun))),
    deliveredAt: times.map((time) => new Date(time)),
  };
}

/** Start of the earliest of some runs. */
export function firstStartOf(runs: MeasuredRow['runs']): Date {
  return new Date(Math.min(...runs.map(({ start }) => start)));
}

function namesOf(series: MeasuredSeries): readonly string[] {
  if (series.kind === 'production') return [series.plantId];
  return [series.user, series.retailer, series.group];
}

/** Plants in the order of the filter, groups in code-point order. */
function compareIn(filter: SeriesFilter, a: MeasuredSeries, b: MeasuredSeries): number {
  if (filter.kind === 'production' && a.kind === 'production' && b.kind === 'production') {
    return filter.plantIds.indexOf(a.plantId) - filter.plantIds.indexOf(b.plantId);
  }
  if (a.kind === 'production' || b.kind === 'production') return 0;
  return compareCodePoints(a.group, b.group);
}

function isSameFile(a: FileUpload, b: FileUpload): boolean {
  return a.customerId === b.customerId && a.digest === b.digest;
}
