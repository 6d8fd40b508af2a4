import type { SeriesWindow } from '@solano/domain/energy';
import {
  endOfRun,
  newVintages,
  type PlaceRuns,
  plantOf,
  type RecordedRuns,
  type RunHead,
  type RunSelection,
  type WeatherPlace,
  type WeatherRun,
  type WeatherState,
  type WeatherStore,
} from '@solano/domain/forecasting';
import { batchesOf, SolanoError } from '@solano/domain/kernel';
import { type AuditEntry, forecastJob } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid, storableDate } from '../database/values.ts';
import type { Prisma, WeatherRun as Row } from '../generated/prisma/client.ts';
import { lockPlant } from '../plants/plant-store.ts';
import { decodeFields, encodeFields } from './weather-codec.ts';

type HeadRow = Omit<Row, 'fields'>;

/** Runs that one statement reads or writes: some MB. */
const BATCH_RUNS = 500;

export class PostgresWeatherStore extends PrismaStore implements WeatherStore {
  async record(
    place: WeatherPlace,
    runs: readonly WeatherRun[],
    at: Date,
    entry?: AuditEntry,
  ): Promise<RecordedRuns> {
    const plantId = plantOf(place) ?? null;
    if (plantId !== null && !isUuid(plantId)) throw plantUnknown();
    return this.transaction(async (prisma) => {
      if (plantId !== null) {
        if (!(await lockPlant(prisma, { id: plantId }))) throw plantUnknown();
      }
      let recorded = 0;
      let changed = 0;
      let isFirst = false;
      for (const [source, own] of Map.groupBy(runs, (run) => run.source)) {
        const added = await recordOf(prisma, { place, source, plantId }, own, at.getTime());
        recorded += added.recorded;
        changed += added.changed;
        isFirst ||= added.isFirst;
      }
      if (isFirst) await addForecastJob(prisma);
      if (entry && recorded > 0) await prisma.auditEntry.create({ data: entry });
      return { recorded, changed };
    });
  }

  async *runs(
    places: readonly WeatherPlace[],
    { from, to }: SeriesWindow,
    { knownBy, pick, fields }: RunSelection = {},
  ): AsyncGenerator<PlaceRuns> {
    const asked = [...new Set(places)].filter(isPossible);
    const series = await this.prisma(({ weatherSeries }) =>
      weatherSeries.findMany({ where: { place: { in: asked } } }),
    );
    const byPlace = Map.groupBy(series, ({ place }) => place);
    const spans = { lastEnd: { gt: storableDate(from) }, firstStart: { lt: storableDate(to) } };
    const known = knownBy === undefined ? {} : { knownAt: { lte: new Date(knownBy) } };
    for (const place of asked) {
      const own = byPlace.get(place) ?? [];
      if (own.length === 0) continue;
      const sources = new Map(own.map(({ id, source }) => [id, source]));
      const where = { seriesId: { in: [...sources.keys()] }, ...spans, ...known };
      const runs: WeatherRun[] = [];
      const pages = pick ? this.#picked(where, sources, pick) : this.#pages(where);
      for await (const page of pages) {
        runs.push(...page.map((row) => toRun(row, sources.get(row.seriesId) as string, fields)));
      }
      if (runs.length > 0) yield { place, runs };
    }
  }

  async *#pages(where: Prisma.WeatherRunWhereInput): AsyncGenerator<Row[]> {
    for (let skip = 0; ; skip += BATCH_RUNS) {
      const page = { where, orderBy: IN_ORDER, skip, take: BATCH_RUNS };
      const found = await this.prisma(({ weatherRun }) => weatherRun.findMany(page));
      yield found;
      if (found.length < BATCH_RUNS) return;
    }
  }

  /** Reads the values of those runs alone that are picked. */
  async *#picked(
    where: Prisma.WeatherRunWhereInput,
    sources: ReadonlyMap<number, string>,
    pick: NonNullable<RunSelection['pick']>,
  ): AsyncGenerator<Row[]> {
    const heads = await this.prisma(({ weatherRun }) =>
      weatherRun.findMany({ where, orderBy: IN_ORDER, omit: { fields: true } }),
    );
    const picked = pick(
      heads.map((row) => ({ row, ...toHead(row, sources.get(row.seriesId) as string) })),
    );
    for (const batch of batchesOf(picked, BATCH_RUNS)) {
      const wanted = new Set(batch.map(({ row }) => keyOf(row)));
      const issuedAt = { in: batch.map(({ row }) => row.issuedAt) };
      const found = await this.prisma(({ weatherRun }) =>
        weatherRun.findMany({ where: { ...where, issuedAt }, orderBy: IN_ORDER }),
      );
      yield found.filter((row) => wanted.has(keyOf(row)));
    }
  }

  async states(places?: readonly WeatherPlace[]): Promise<WeatherState[]> {
    const where = places ? { place: { in: places.filter(isPossible) } } : {};
    const orderBy = [{ place: 'asc' as const }, { source: 'asc' as const }];
    const found = await this.prisma(({ weatherSeries }) =>
      weatherSeries.findMany({ where, orderBy }),
    );
    return found.map((row) => ({
      place: row.place,
      source: row.source,
      firstIssuedAt: row.firstIssuedAt.getTime(),
      lastIssuedAt: row.lastIssuedAt.getTime(),
      lastKnownAt: row.lastKnownAt.getTime(),
      runs: row.runCount,
    }));
  }
}

function isPossible(place: WeatherPlace): boolean {
  const plantId = plantOf(place);
  return plantId === undefined || isUuid(plantId);
}

const IN_ORDER = [
  { knownAt: 'asc' as const },
  { issuedAt: 'asc' as const },
  { seriesId: 'asc' as const },
];

/** Adds the job of first forecasts; one that is there is due. */
async function addForecastJob({ job }: Prisma.TransactionClient): Promise<void> {
  const { kind, subject, lane } = forecastJob();
  const where = { kind_subject: { kind, subject } };
  await job.upsert({ where, create: { kind, subject, lane }, update: { runAt: null } });
}

/** Records runs of one source. */
async function recordOf(
  prisma: Prisma.TransactionClient,
  series: { readonly place: string; readonly source: string; readonly plantId: string | null },
  runs: readonly WeatherRun[],
  at: number,
): Promise<RecordedRuns & { readonly isFirst: boolean }> {
  const { place, source } = series;
  const [first] = runs as readonly [WeatherRun, ...WeatherRun[]];
  const issuedAt = new Date(first.issuedAt);
  const knownAt = new Date(first.knownAt);
  const { id: seriesId, ...state } = await prisma.weatherSeries.upsert({
    where: { place_source: { place, source } },
    create: {
      ...series,
      firstIssuedAt: issuedAt,
      lastIssuedAt: issuedAt,
      lastKnownAt: knownAt,
      runCount: 0,
    },
    // Locks it: calls at once come one after the other.
    update: { source },
  });
  const added: WeatherRun[] = [];
  let changed = 0;
  for (const batch of batchesOf(runs, BATCH_RUNS)) {
    const issues = batch.map((run) => new Date(run.issuedAt));
    const rows = await prisma.weatherRun.findMany({
      where: { seriesId, issuedAt: { in: issues } },
    });
    const stored = rows.map((row) => toRun(row, source));
    const vintages = newVintages(stored, batch, at);
    const data = vintages.runs.map((run) => toRow(seriesId, run));
    await prisma.weatherRun.createMany({ data });
    added.push(...vintages.runs);
    changed += vintages.changed;
  }
  const issued = (pick: typeof Math.min, known: Date) =>
    new Date(added.reduce((found, run) => pick(found, run.issuedAt), known.getTime()));
  const newest = (found: number, run: WeatherRun) => Math.max(found, run.knownAt);
  const data = {
    firstIssuedAt: issued(Math.min, state.firstIssuedAt),
    lastIssuedAt: issued(Math.max, state.lastIssuedAt),
    lastKnownAt: new Date(added.reduce(newest, state.lastKnownAt.getTime())),
    runCount: state.runCount + added.length,
  };
  await prisma.weatherSeries.update({ where: { id: seriesId }, data });
  return { recorded: added.length, changed, isFirst: state.runCount === 0 && added.length > 0 };
}

function toRow(seriesId: number, run: WeatherRun) {
  return {
    seriesId,
    issuedAt: new Date(run.issuedAt),
    knownAt: new Date(run.knownAt),
    firstStart: new Date(run.start),
    lastEnd: new Date(endOfRun(run)),
    fields: encodeFields(run.fields),
  };
}

function toRun(row: Row, source: string, select?: RunSelection['fields']): WeatherRun {
  const { fields, firstStart, lastEnd } = row;
  return { ...toHead(row, source), fields: decodeFields(fields, firstStart, lastEnd, select) };
}

function toHead({ issuedAt, knownAt, firstStart }: HeadRow, source: string): RunHead {
  return {
    source,
    issuedAt: issuedAt.getTime(),
    knownAt: knownAt.getTime(),
    start: firstStart.getTime(),
  };
}

function keyOf({ seriesId, issuedAt, knownAt }: HeadRow): string {
  return `${seriesId} ${issuedAt.getTime()} ${knownAt.getTime()}`;
}

function plantUnknown(): SolanoError {
  return new SolanoError('plant_unknown', 'The plant is not there any more.');
}
