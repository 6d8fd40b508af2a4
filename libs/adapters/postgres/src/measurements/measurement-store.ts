import {
  countReplaced,
  type DeliveredRun,
  endOfRun,
  MAX_DELIVERY_TIMES,
  type MeasuredSeries,
  type MeasurementDelivery,
  type MeasurementStore,
  type PowerRun,
  type SeriesFilter,
  type SeriesRuns,
  type SeriesState,
  type SeriesValues,
  type SeriesWindow,
} from '@solano/domain/energy';
import { batchesOf, DAY_MS, HOUR_MS, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, FileUpload } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { selectRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isUuid, timestamp } from '../database/values.ts';
import type { MeasuredSeries as SeriesRow } from '../generated/prisma/client.ts';
import * as sql from './measurement-statements.ts';
import { byDay, decodeRuns, encodeRun, type StoredRun } from './run-codec.ts';
import { keyOf, portfolioKey } from './series-key.ts';

/** The number of values that came in no file. */
const NO_UPLOAD = 0;

/** Days that one statement reads: some 10 MB. */
const BATCH_DAYS = 20_000;

export class PostgresMeasurementStore extends StatementStore implements MeasurementStore {
  async record(
    delivery: MeasurementDelivery,
    values: readonly SeriesValues[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    const { customerId, deliveredAt, upload } = delivery;
    requireOwners(customerId, values);
    return this.database.transaction(async (run) => {
      const [added] = upload
        ? await run(sql.ADD_UPLOAD, uploadValues(upload))
        : [{ number: NO_UPLOAD }];
      if (!added) return undefined;
      const ids = await putSeries(run, delivery, values);
      const stored = { deliveredAt: deliveredAt.getTime(), upload: added.number };
      let replaced = 0;
      for (const part of batchesOf(dayRuns(ids, values), WRITTEN_DAYS)) {
        replaced += await countReplacedIn(run, part);
        await append(run, part, stored);
      }
      await writeAudit(run, entry);
      return replaced;
    });
  }

  async *runs(
    customerId: string,
    filter: SeriesFilter,
    window: SeriesWindow,
  ): AsyncGenerator<SeriesRuns> {
    const { run } = this.database;
    const found = await this.#series(customerId, filter);
    if (found.length === 0) return;
    const size = Math.max(1, Math.floor(BATCH_DAYS / daysOf(window).length));
    for (let first = 0; first < found.length; first += size) {
      const part = found.slice(first, first + size);
      const ids = part.map(({ id }) => id);
      const runs = await readRuns(run, ids, window);
      for (const row of part) {
        yield { ...toState(row), runs: runs.get(row.id) ?? [] };
      }
    }
  }

  async states(customerId: string, filter: SeriesFilter): Promise<SeriesState[]> {
    const found = await this.#series(customerId, filter);
    return found.map(toState);
  }

  async #series(customerId: string, filter: SeriesFilter): Promise<SeriesRow[]> {
    if (!isUuid(customerId)) return [];
    const where = { customerId, ...searched(filter) };
    const found = await this.database.run(
      ...selectRows(sql.SERIES, where, { orderBy: SERIES_ORDER }),
    );
    if (filter.kind === 'consumption') return found;
    const places = new Map(filter.plantIds.map((id, place) => [id, place]));
    const placeOf = ({ plantId }: SeriesRow) => places.get(plantId ?? '') ?? 0;
    return found.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

const SERIES_ORDER = '"group" COLLATE "C"';

/** Errors: `plant_unknown`, `not_found`, for ids that nothing can have. */
function requireOwners(customerId: string, values: readonly SeriesValues[]): void {
  if (!isUuid(customerId)) customerUnknown();
  for (const { series } of values) {
    if (series.kind === 'production' && !isUuid(series.plantId)) plantUnknown();
  }
}

function plantUnknown(): never {
  throw new SolanoError('plant_unknown', 'The customer has no such plant.');
}

function customerUnknown(): never {
  throw new SolanoError('not_found', 'There is no such customer.');
}

function uploadValues(upload: FileUpload) {
  const { id, customerId, kind, portfolio, fileName, key, digest, rows, series } = upload;
  const { user = null, retailer = null } = portfolio ?? {};
  const { from, to, uploadedAt, by } = upload;
  const what = [id, customerId, kind, user, retailer, fileName, key, digest, rows] as const;
  return [...what, series, from, to, uploadedAt, by];
}

/** The ids of the series by their keys. Errors: as {@link MeasurementStore.record}. */
async function putSeries(
  run: Run,
  { customerId, deliveredAt }: MeasurementDelivery,
  values: readonly SeriesValues[],
): Promise<ReadonlyMap<string, number>> {
  const rows = values.map(({ series, runs }) => ({ ...columnsOf(series), ...spanOf(runs) }));
  const put = await run(sql.PUT_SERIES, [
    customerId,
    deliveredAt,
    rows.map(({ key }) => key),
    rows.map(({ plantId }) => plantId),
    rows.map(({ user }) => user),
    rows.map(({ retailer }) => retailer),
    rows.map(({ portfolio }) => portfolio),
    rows.map(({ group }) => group),
    rows.map(({ from }) => timestamp(from)),
    rows.map(({ to }) => timestamp(to)),
    MAX_DELIVERY_TIMES,
  ]);
  if (put.length < rows.length) {
    if (values.some(({ series }) => series.kind === 'production')) plantUnknown();
    customerUnknown();
  }
  return new Map(put.map(({ id, key }) => [key, id]));
}

function columnsOf(series: MeasuredSeries) {
  const none = { plantId: null, user: null, retailer: null, portfolio: null, group: null };
  if (series.kind === 'production') return { ...none, ...series, key: keyOf(series) };
  return { ...none, ...series, key: keyOf(series), portfolio: portfolioKey(series) };
}

/** The keys of series that a filter names, or the portfolio of which it asks for all. */
function searched(filter: SeriesFilter): { key: string[] } | { portfolio: string } {
  if (filter.kind === 'production') {
    const plantIds = filter.plantIds.filter(isUuid);
    return { key: plantIds.map((plantId) => keyOf({ kind: 'production', plantId })) };
  }
  const { group } = filter;
  if (group === undefined) return { portfolio: portfolioKey(filter) };
  return { key: [keyOf({ ...filter, group })] };
}

function toSeries({ plantId, user, retailer, group }: SeriesRow): MeasuredSeries {
  if (plantId !== null) return { kind: 'production', plantId };
  return { kind: 'consumption', user: user ?? '', retailer: retailer ?? '', group: group ?? '' };
}

function toState(row: SeriesRow): SeriesState {
  const { firstStart, lastEnd, deliveredAt, revision } = row;
  return { series: toSeries(row), firstStart, lastEnd, deliveredAt, revision };
}

/** From the first start to the last end. */
function spanOf(runs: readonly PowerRun[]): SeriesWindow {
  if (runs.length === 0) throw new RangeError('A series is recorded with at least one value.');
  const from = runs.reduce((min, { start }) => Math.min(min, start), Infinity);
  return { from, to: runs.reduce((max, run) => Math.max(max, endOfRun(run)), -Infinity) };
}

/** The UTC days whose runs can overlap a window: a period is stored with the day in which it begins. */
function daysOf({ from, to }: SeriesWindow): { first: string; last: string; length: number } {
  const start = Math.floor((from - HOUR_MS) / DAY_MS) * DAY_MS;
  const length = Math.max(1, Math.ceil((to - start) / DAY_MS));
  return { first: dateOf(start), last: dateOf(start + (length - 1) * DAY_MS), length };
}

function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The runs of a series that begin in a UTC day (ms). */
interface DayRuns {
  readonly id: number;
  readonly day: number;
  readonly runs: readonly PowerRun[];
}

function* dayRuns(
  ids: ReadonlyMap<string, number>,
  values: readonly SeriesValues[],
): Generator<DayRuns> {
  for (const { series, runs } of values) {
    const id = ids.get(keyOf(series)) as number;
    let last: { id: number; day: number; runs: PowerRun[] } | undefined;
    for (const run of runs) {
      for (const [day, part] of byDay(run)) {
        if (last?.day === day) {
          last.runs.push(part);
          continue;
        }
        if (last) yield last;
        last = { id, day, runs: [part] };
      }
    }
    if (last) yield last;
  }
}

/** Days that are counted and written at once: other requests are served in between. */
const WRITTEN_DAYS = 200;

async function countReplacedIn(run: Run, days: readonly DayRuns[]): Promise<number> {
  const added = new Map<number, PowerRun[]>();
  for (const { id, runs } of days) added.set(id, [...(added.get(id) ?? []), ...runs]);
  const all = spanOf(days.flatMap(({ runs }) => runs));
  const before = await readRuns(run, [...added.keys()], all);
  let replaced = 0;
  for (const [id, runs] of added) {
    const present = before.get(id);
    if (present) replaced += countReplaced(present, runs, spanOf(runs));
  }
  return replaced;
}

/** The runs of series that overlap a window, by the ids of the series; a series without any is left out. */
async function readRuns(
  run: Run,
  ids: readonly number[],
  window: SeriesWindow,
): Promise<ReadonlyMap<number, DeliveredRun[]>> {
  const { first, last } = daysOf(window);
  const days = await run(
    ...selectRows(sql.DAYS, { seriesId: ids, day: { first, last } }, { orderBy: 'series_id, day' }),
  );
  const found = new Map<number, StoredRun[]>();
  for (const { seriesId, day, runs } of days) {
    for (const each of decodeRuns(day.getTime(), runs)) {
      if (each.start >= window.to || endOfRun(each) <= window.from) continue;
      const own = found.get(seriesId);
      if (own) own.push(each);
      else found.set(seriesId, [each]);
    }
  }
  return delivered(run, found);
}

/** Runs in order of delivery, with the times at which their uploads were taken back. */
async function delivered(
  run: Run,
  stored: ReadonlyMap<number, readonly StoredRun[]>,
): Promise<ReadonlyMap<number, DeliveredRun[]>> {
  const number = new Set<number>();
  for (const runs of stored.values()) for (const { upload } of runs) number.add(upload);
  number.delete(NO_UPLOAD);
  const uploads =
    number.size > 0 ? await run(...selectRows(sql.UPLOAD_STATES, { number: [...number] })) : [];
  const takenBack = new Map(uploads.map((each) => [each.number, each.takenBackAt?.getTime()]));
  const inOrder = (runs: readonly StoredRun[]) =>
    runs
      .map(({ upload, ...each }) => ({ ...each, takenBackAt: takenBack.get(upload) }))
      .sort((a, b) => a.deliveredAt - b.deliveredAt);
  return new Map(Array.from(stored, ([id, runs]) => [id, inOrder(runs)]));
}

async function append(
  run: Run,
  days: readonly DayRuns[],
  stored: { readonly deliveredAt: number; readonly upload: number },
): Promise<void> {
  await run(sql.APPEND_RUNS, [
    days.map(({ id }) => id),
    days.map(({ day }) => dateOf(day)),
    days.map(({ day, runs }) => {
      const bytes = runs.map((each) => encodeRun(day, { ...each, ...stored }));
      return `\\x${Buffer.concat(bytes).toString('hex')}`;
    }),
  ]);
}
