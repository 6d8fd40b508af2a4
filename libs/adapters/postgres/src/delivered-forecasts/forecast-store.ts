import {
  endOfRun,
  MAX_DELIVERY_TIMES,
  type PowerRun,
  type SeriesWindow,
} from '@solano/domain/energy';
import type {
  DeliveredForecastStore,
  ForecastState,
  ForecastVersion,
  PlantForecastVersion,
} from '@solano/domain/forecasting';
import { DAY_MS } from '@solano/domain/kernel';
import { addMissingRows, PrismaStore } from '../database/prisma-store.ts';
import { tableOf } from '../database/table.ts';
import { isUuid, storableDate } from '../database/values.ts';
import type { Prisma, ForecastVersion as VersionRow } from '../generated/prisma/client.ts';
import { decodeRuns, encodeRun } from '../measurements/run-codec.ts';

/** Versions that one statement reads: some 5 MB. */
const BATCH_VERSIONS = 2_000;

/** What a run has besides its values when it is stored with a time and an upload. */
const NO_DELIVERY = { deliveredAt: 0, upload: 0 };

const VERSIONS = tableOf<VersionRow>('forecast_version', {
  plantId: 'plantId',
  file: 'file',
  knownAt: 'knownAt',
  firstStart: 'firstStart',
  lastEnd: 'lastEnd',
  runs: 'runs',
});

const OLDEST_FIRST = [{ knownAt: 'asc' as const }, { file: 'asc' as const }];
const NEWEST_FIRST = [{ knownAt: 'desc' as const }, { file: 'desc' as const }];

export class PostgresDeliveredForecastStore extends PrismaStore implements DeliveredForecastStore {
  async record(customerId: string, versions: readonly PlantForecastVersion[]): Promise<number> {
    const ids = [...new Set(versions.map(({ plantId }) => plantId))].filter(isUuid).sort();
    if (!isUuid(customerId) || ids.length === 0) return 0;
    return this.transaction(async (prisma) => {
      const where = { customerId, id: { in: ids } };
      const plants = await prisma.plant.findMany({ where, select: { id: true } });
      const isOwn = new Set(plants.map(({ id }) => id));
      let added = 0;
      for (const plantId of ids.filter((id) => isOwn.has(id))) {
        const own = versions.filter((version) => version.plantId === plantId);
        added += await addVersions(prisma, plantId, own);
      }
      return added;
    });
  }

  async recorded(plantIds: readonly string[], files: readonly string[]) {
    const where = { file: { in: [...files] }, plantId: { in: plantIds.filter(isUuid) } };
    const select = { plantId: true, file: true };
    return this.prisma(({ forecastVersion }) => forecastVersion.findMany({ where, select }));
  }

  async *versions(customerId: string, plantIds: readonly string[], window: SeriesWindow) {
    for (const plantId of await this.#own(customerId, plantIds)) {
      const versions: ForecastVersion[] = [];
      for await (const version of this.#versions(plantId, window)) versions.push(version);
      if (versions.length > 0) yield { plantId, versions };
    }
  }

  async *#versions(plantId: string, { from, to }: SeriesWindow): AsyncGenerator<ForecastVersion> {
    const where = {
      plantId,
      lastEnd: { gt: storableDate(from) },
      firstStart: { lt: storableDate(to) },
    };
    for (let skip = 0; ; skip += BATCH_VERSIONS) {
      const page = { orderBy: OLDEST_FIRST, skip, take: BATCH_VERSIONS };
      const found = await this.prisma(({ forecastVersion }) =>
        forecastVersion.findMany({ where, ...page }),
      );
      for (const row of found) yield toVersion(row);
      if (found.length < BATCH_VERSIONS) return;
    }
  }

  async newest(
    customerId: string,
    plantId: string,
    at: Date,
  ): Promise<ForecastVersion | undefined> {
    if (!isUuid(customerId) || !isUuid(plantId)) return undefined;
    const where = { plantId, knownAt: { lte: at }, firstStart: { not: null } };
    const own = { ...where, forecast: { plant: { customerId } } };
    const found = await this.prisma(({ forecastVersion }) =>
      forecastVersion.findFirst({ where: own, orderBy: NEWEST_FIRST }),
    );
    return found ? toVersion(found) : undefined;
  }

  async states(customerId: string, plantIds: readonly string[]): Promise<ForecastState[]> {
    if (!isUuid(customerId) || plantIds.length === 0) return [];
    const where = { plantId: { in: plantIds.filter(isUuid) }, plant: { customerId } };
    return this.prisma(({ deliveredForecast }) =>
      deliveredForecast.findMany({ where, orderBy: { plantId: 'asc' } }),
    );
  }

  async #own(customerId: string, plantIds: readonly string[]): Promise<string[]> {
    const states = await this.states(customerId, plantIds);
    return states.map(({ plantId }) => plantId);
  }
}

/** Adds the versions of a plant that are not there, and brings their sum up to date. Returns how many. */
async function addVersions(
  prisma: Prisma.TransactionClient,
  plantId: string,
  versions: readonly ForecastVersion[],
): Promise<number> {
  await prisma.deliveredForecast.createMany({ data: [{ plantId }], skipDuplicates: true });
  // Locks the sum: versions that others add at once are seen or wait.
  await prisma.deliveredForecast.update({
    where: { plantId },
    data: { versions: { increment: 0 } },
  });
  const rows = versions.map((version) => toRow(plantId, version));
  const count = await addMissingRows(prisma, VERSIONS, rows);
  if (count === 0) return 0;
  const newest = await prisma.forecastVersion.findMany({
    where: { plantId },
    select: { knownAt: true },
    orderBy: NEWEST_FIRST,
    take: MAX_DELIVERY_TIMES,
  });
  const knownAt = newest.map((each) => each.knownAt);
  const data = { versions: { increment: count }, knownAt };
  await prisma.deliveredForecast.update({ where: { plantId }, data });
  return count;
}

function toRow(plantId: string, { file, knownAt, runs }: ForecastVersion) {
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) {
    return { plantId, file, knownAt, firstStart: null, lastEnd: null, runs: Buffer.alloc(0) };
  }
  const firstStart = new Date(first.start);
  const span = { firstStart, lastEnd: new Date(endOfRun(last)) };
  return { plantId, file, knownAt, ...span, runs: encodeRuns(runs, dayOf(firstStart)) };
}

function encodeRuns(runs: readonly PowerRun[], day: number): Buffer<ArrayBuffer> {
  return Buffer.concat(runs.map((run) => encodeRun(day, { ...run, ...NO_DELIVERY })));
}

function toVersion({ file, knownAt, firstStart, runs }: VersionRow): ForecastVersion {
  if (firstStart === null) return { file, knownAt, runs: [] };
  const stored = [...decodeRuns(dayOf(firstStart), runs)];
  return {
    file,
    knownAt,
    runs: stored.map(({ start, step, microMw }) => ({ start, step, microMw })),
  };
}

/** The UTC day (ms) from which the runs of a version are counted. */
function dayOf(firstStart: Date): number {
  return Math.floor(firstStart.getTime() / DAY_MS) * DAY_MS;
}
