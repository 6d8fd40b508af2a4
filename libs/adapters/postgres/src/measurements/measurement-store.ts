import { createHash } from 'node:crypto';
import {
  countReplaced,
  type DeliveredRun,
  endOfRun,
  MAX_DELIVERY_TIMES,
  type MeasuredSeries,
  type MeasurementDelivery,
  type MeasurementStore,
  type MeasurementUpload,
  type Portfolio,
  type PowerRun,
  type SeriesFilter,
  type SeriesState,
  type SeriesValues,
  type SeriesWindow,
} from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import type { Run } from '../database/database.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isUuid, timestamp } from '../database/values.ts';
import type { MeasuredSeries as SeriesRow } from '../generated/prisma/client.ts';
import * as sql from './measurement-statements.ts';
import { byDay, decodeRuns, encodeRun } from './run-codec.ts';

/** Days that one statement reads or writes: some 10 MB. */
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
      const [added] = upload ? await run(sql.ADD_UPLOAD, uploadValues(upload)) : [{ number: 0 }];
      if (!added) return undefined;
      const ids = await putSeries(run, delivery, values);
      const takenBack = await takenBackOf(run, customerId);
      let replaced = 0;
      for (const part of batches(values)) {
        replaced += await countReplacedIn(run, takenBack, ids, part);
        const stored = { deliveredAt: deliveredAt.getTime(), upload: added.number };
        await append(run, ids, part, stored);
      }
      await writeAudit(run, entry);
      return replaced;
    });
  }

  async *runs(customerId: string, filter: SeriesFilter, window: SeriesWindow) {
    const { run } = this.database;
    const found = await this.#series(customerId, filter);
    if (found.length === 0) return;
    const takenBack = await takenBackOf(run, customerId);
    const size = Math.max(1, Math.floor(BATCH_DAYS / daysOf(window).length));
    for (let first = 0; first < found.length; first += size) {
      const part = found.slice(first, first + size);
      const runs = await readRuns(
        run,
        takenBack,
        part.map(({ id }) => id),
        window,
      );
      for (const row of part) {
        const own = runs.get(row.id);
        if (own) yield { series: toSeries(row), runs: own };
      }
    }
  }

  async states(customerId: string, filter: SeriesFilter): Promise<SeriesState[]> {
    const found = await this.#series(customerId, filter);
    return found.map((row) => {
      const { firstStart, lastEnd, deliveredAt } = row;
      return { series: toSeries(row), firstStart, lastEnd, deliveredAt };
    });
  }

  async #series(customerId: string, filter: SeriesFilter): Promise<SeriesRow[]> {
    if (!isUuid(customerId)) return [];
    const [keys, portfolio] = searched(filter);
    return this.database.run(sql.SERIES, [customerId, keys, portfolio]);
  }
}

/** When uploads were taken back (ms), by their numbers. */
type TakenBack = ReadonlyMap<number, number>;

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

function uploadValues(upload: MeasurementUpload) {
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
    rows.map(({ start }) => timestamp(start)),
    rows.map(({ end }) => timestamp(end)),
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

function keyOf(series: MeasuredSeries): string {
  if (series.kind === 'production') return `plant ${series.plantId}`;
  return digestOf([series.user, series.retailer, series.group]);
}

function portfolioKey({ user, retailer }: Portfolio): string {
  return digestOf([user, retailer]);
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** The keys of series that a filter names, and the portfolio of which it asks for all. */
function searched(filter: SeriesFilter): [keys: string[], portfolio: string | null] {
  if (filter.kind === 'production') {
    const plantIds = filter.plantIds.filter(isUuid);
    return [plantIds.map((plantId) => keyOf({ kind: 'production', plantId })), null];
  }
  const { group } = filter;
  if (group === undefined) return [[], portfolioKey(filter)];
  return [[keyOf({ ...filter, group })], null];
}

function toSeries({ plantId, user, retailer, group }: SeriesRow): MeasuredSeries {
  if (plantId !== null) return { kind: 'production', plantId };
  return { kind: 'consumption', user: user ?? '', retailer: retailer ?? '', group: group ?? '' };
}

async function takenBackOf(run: Run, customerId: string): Promise<TakenBack> {
  const rows = await run(sql.TAKEN_BACK, [customerId]);
  return new Map(
    rows.flatMap(({ number, takenBackAt: at }) => (at ? [[number, at.getTime()] as const] : [])),
  );
}

function spanOf(runs: readonly PowerRun[]): { readonly start: number; readonly end: number } {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) throw new RangeError('A series is recorded with at least one value.');
  return { start: first.start, end: endOfRun(last) };
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

/** Series in parts of which one statement reads the days. */
function* batches(values: readonly SeriesValues[]): Generator<readonly SeriesValues[]> {
  let [part, days]: [SeriesValues[], number] = [[], 0];
  for (const each of values) {
    const length = daysOf(windowOf([each])).length;
    if (part.length > 0 && days + length > BATCH_DAYS) {
      yield part;
      [part, days] = [[], 0];
    }
    part.push(each);
    days += length;
  }
  if (part.length > 0) yield part;
}

function windowOf(values: readonly SeriesValues[]): SeriesWindow {
  const spans = values.map(({ runs }) => spanOf(runs));
  const from = Math.min(...spans.map(({ start }) => start));
  return { from, to: Math.max(...spans.map(({ end }) => end)) };
}

async function countReplacedIn(
  run: Run,
  takenBack: TakenBack,
  ids: ReadonlyMap<string, number>,
  values: readonly SeriesValues[],
): Promise<number> {
  const own = values.map(({ series }) => ids.get(keyOf(series)) as number);
  const before = await readRuns(run, takenBack, own, windowOf(values));
  let replaced = 0;
  for (const [i, each] of values.entries()) {
    const runs = before.get(own[i] as number);
    if (runs) replaced += countReplaced(runs, each.runs, windowOf([each]));
  }
  return replaced;
}

async function readRuns(
  run: Run,
  takenBack: TakenBack,
  ids: readonly number[],
  window: SeriesWindow,
): Promise<ReadonlyMap<number, DeliveredRun[]>> {
  const { first, last } = daysOf(window);
  const found = new Map<number, DeliveredRun[]>();
  for (const { seriesId, day, runs } of await run(sql.DAYS, [ids, first, last])) {
    const own = found.get(seriesId) ?? [];
    found.set(seriesId, own);
    for (const { upload, ...each } of decodeRuns(Date.parse(day), runs)) {
      if (each.start >= window.to || endOfRun(each) <= window.from) continue;
      own.push({ ...each, takenBackAt: takenBack.get(upload) });
    }
  }
  for (const [id, runs] of found) {
    if (runs.length === 0) found.delete(id);
    else runs.sort((a, b) => a.deliveredAt - b.deliveredAt);
  }
  return found;
}

/** Rows of one statement: its parameters are arrays of texts. */
const APPENDED_ROWS = 1_000;

async function append(
  run: Run,
  ids: ReadonlyMap<string, number>,
  values: readonly SeriesValues[],
  stored: { readonly deliveredAt: number; readonly upload: number },
): Promise<void> {
  const rows: [id: number, day: number, runs: Buffer[]][] = [];
  for (const { series, runs } of values) {
    const id = ids.get(keyOf(series)) as number;
    for (const [day, part] of runs.flatMap((each) => [...byDay(each)])) {
      const bytes = encodeRun(day, { ...part, ...stored });
      const last = rows.at(-1);
      if (last?.[0] === id && last[1] === day) last[2].push(bytes);
      else rows.push([id, day, [bytes]]);
    }
  }
  for (let first = 0; first < rows.length; first += APPENDED_ROWS) {
    const part = rows.slice(first, first + APPENDED_ROWS);
    await run(sql.APPEND_RUNS, [
      part.map(([id]) => id),
      part.map(([, day]) => dateOf(day)),
      part.map(([, , runs]) => `\\x${Buffer.concat(runs).toString('hex')}`),
    ]);
  }
}
