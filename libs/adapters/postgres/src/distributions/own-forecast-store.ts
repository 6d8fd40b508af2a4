import { setImmediate } from 'node:timers/promises';
import type { SeriesWindow } from '@solano/domain/energy';
import {
  dayAheadDate,
  endOfDayAhead,
  endOfForecast,
  type ForecastMethod,
  type OwnForecast,
  type OwnForecastState,
  type OwnForecastStore,
  type PlantOwnForecast,
} from '@solano/domain/forecasting';
import { batchesOf, HOUR_MS } from '@solano/domain/kernel';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid, storableDate } from '../database/values.ts';
import type { Prisma, OwnForecast as Row } from '../generated/prisma/client.ts';
import { decodeShares, encodeShares } from './share-codec.ts';

/** Forecasts that one statement reads or writes: some MB. */
const BATCH_FORECASTS = 1_000;
/** Plants whose forecasts one statement reads. */
const BATCH_PLANTS = 5;
const IN_ORDER = [{ plantId: 'asc' as const }, { knownAt: 'asc' as const }];

export class PostgresOwnForecastStore extends PrismaStore implements OwnForecastStore {
  async record(
    customerId: string,
    forecasts: readonly PlantOwnForecast[],
    madeAt: Date,
  ): Promise<number> {
    const ids = [...new Set(forecasts.map(({ plantId }) => plantId))].filter(isUuid);
    if (!isUuid(customerId) || ids.length === 0) return 0;
    // Encoding takes a while, in which a transaction would be idle.
    const encoded = forecasts.map((forecast) => toRow(forecast, madeAt));
    return this.transaction(async (prisma) => {
      const where = { customerId, id: { in: ids } };
      const plants = await prisma.plant.findMany({ where, select: { id: true } });
      const isOwn = new Set(plants.map(({ id }) => id));
      const rows = encoded.filter(({ plantId }) => isOwn.has(plantId));
      for (const data of batchesOf(rows, BATCH_FORECASTS)) {
        const keys = data.map(({ plantId, knownAt }) => ({ plantId, knownAt }));
        await prisma.ownForecast.deleteMany({ where: { OR: keys } });
        await prisma.ownForecast.createMany({ data, skipDuplicates: true });
        await markDayAhead(prisma, data);
      }
      return rows.length;
    });
  }

  async *versions(
    customerId: string,
    plantIds: readonly string[],
    window: SeriesWindow,
    isDayAhead = false,
  ) {
    const kind = isDayAhead ? { isDayAhead } : {};
    for await (const { plantId, rows } of this.#rows(customerId, plantIds, window, kind)) {
      yield {
        plantId,
        versions: (isDayAhead ? newestOfDays(rows) : rows).map((row) => toForecast(row)),
      };
    }
  }

  async *dayAhead(customerId: string, plantIds: readonly string[], window: SeriesWindow) {
    const kind = { isDayAhead: true };
    for await (const { plantId, rows } of this.#rows(customerId, plantIds, window, kind)) {
      yield { plantId, versions: newestOfDays(rows).map(toDayAhead) };
    }
  }

  /** The rows of plants with an hour in a window, plant by plant, in order of `knownAt`. */
  async *#rows(
    customerId: string,
    plantIds: readonly string[],
    { from, to }: SeriesWindow,
    kind: { readonly isDayAhead?: boolean },
  ) {
    const ids = [...new Set(plantIds)].filter(isUuid).sort();
    if (!isUuid(customerId)) return;
    const spans = { lastEnd: { gt: storableDate(from) }, firstStart: { lt: storableDate(to) } };
    for (const batch of batchesOf(ids, BATCH_PLANTS)) {
      const where = { plantId: { in: batch }, plant: { customerId }, ...spans, ...kind };
      const rows: Row[] = [];
      for (let skip = 0; ; skip += BATCH_FORECASTS) {
        const page = { orderBy: IN_ORDER, skip, take: BATCH_FORECASTS };
        const found = await this.prisma(({ ownForecast }) =>
          ownForecast.findMany({ where, ...page }),
        );
        rows.push(...found);
        if (found.length < BATCH_FORECASTS) break;
      }
      for (const [plantId, own] of Map.groupBy(rows, (row) => row.plantId)) {
        // Each of the batch is decoded in a turn of the event loop of its own.
        await setImmediate();
        yield { plantId, rows: own };
      }
    }
  }

  async *newestOf(customerId: string, plantIds: readonly string[], after: Date, at: Date) {
    const ids = [...new Set(plantIds)].filter(isUuid).sort();
    if (!isUuid(customerId)) return;
    const knownAt = { gt: after, lte: at };
    for (const batch of batchesOf(ids, BATCH_PLANTS)) {
      const where = { plantId: { in: batch }, plant: { customerId }, knownAt };
      const rows = await this.prisma(({ ownForecast }) =>
        ownForecast.findMany({ where, orderBy: [{ plantId: 'asc' }, { knownAt: 'desc' }] }),
      );
      for (const [plantId, own] of Map.groupBy(rows, (row) => row.plantId)) {
        await setImmediate();
        yield { plantId, versions: furthest(own).map((row) => toForecast(row)) };
      }
    }
  }

  async newest(
    customerId: string,
    plantId: string,
    at: Date,
    count: number,
  ): Promise<OwnForecast[]> {
    if (!isUuid(customerId) || !isUuid(plantId)) return [];
    const where = { plantId, plant: { customerId }, knownAt: { lte: at } };
    const found = await this.prisma(({ ownForecast }) =>
      ownForecast.findMany({ where, orderBy: { knownAt: 'desc' }, take: count }),
    );
    return found.map((row) => toForecast(row));
  }

  async states(
    customerId: string,
    plantIds: readonly string[],
    since?: Date,
  ): Promise<OwnForecastState[]> {
    if (!isUuid(customerId)) return [];
    const known = since === undefined ? {} : { knownAt: { gte: since } };
    const where = { plantId: { in: plantIds.filter(isUuid) }, plant: { customerId }, ...known };
    const found = await this.prisma(({ ownForecast }) =>
      ownForecast.groupBy({
        by: 'plantId',
        where,
        orderBy: { plantId: 'asc' },
        _count: true,
        _max: { madeAt: true, knownAt: true, weatherIssuedAt: true },
      }),
    );
    return found.map(({ plantId, _count, _max }) => {
      const revision = `${_count} ${_max.madeAt?.toISOString()}`;
      const hasWeather = _max.weatherIssuedAt !== null;
      return { plantId, revision, knownAt: _max.knownAt as Date, hasWeather };
    });
  }

  async purge(madeBefore: Date): Promise<number> {
    const where = { isDayAhead: false, madeAt: { lt: madeBefore } };
    const { count } = await this.prisma(({ ownForecast }) => ownForecast.deleteMany({ where }));
    return count;
  }
}

/** The last row of each day, of rows in order: two that were recorded at once may both be marked. */
function newestOfDays(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.day.getTime(), row])).values()];
}

/** Of rows, newest first, those that do not end before a newer one of the same installed power. */
function furthest(rows: readonly Row[]): Row[] {
  const ends = new Map<bigint, number>();
  return rows.filter(({ installedMicroMw, lastEnd }) => {
    const end = ends.get(installedMicroMw) ?? Number.NEGATIVE_INFINITY;
    if (lastEnd.getTime() < end) return false;
    ends.set(installedMicroMw, lastEnd.getTime());
    return true;
  });
}

/**
 * Marks the newest forecast of each plant and day of some that were recorded. A newer one that another call has
 * marked meanwhile keeps its mark.
 */
async function markDayAhead(
  { ownForecast }: Prisma.TransactionClient,
  recorded: readonly { readonly plantId: string; readonly day: Date }[],
): Promise<void> {
  const ofDays = { OR: recorded.map(({ plantId, day }) => ({ plantId, day })) };
  const select = { plantId: true, day: true, knownAt: true };
  const orderBy = { knownAt: 'asc' as const };
  const found = await ownForecast.findMany({ where: ofDays, select, orderBy });
  const newest = new Map(
    found.map(({ plantId, day, knownAt }) => {
      return [`${plantId} ${day.toISOString()}`, { plantId, day, knownAt }] as const;
    }),
  );
  const marked = [...newest.values()];
  const older = marked.map(({ knownAt, ...ofDay }) => ({ ...ofDay, knownAt: { lt: knownAt } }));
  await ownForecast.updateMany({
    where: { isDayAhead: true, OR: older },
    data: { isDayAhead: false },
  });
  await ownForecast.updateMany({
    where: { isDayAhead: false, OR: marked },
    data: { isDayAhead: true },
  });
}

function toRow(forecast: PlantOwnForecast, madeAt: Date) {
  const { plantId, knownAt, method, weather, start, installedMicroMw, shares } = forecast;
  return {
    plantId,
    knownAt,
    madeAt,
    day: new Date(dayAheadDate(knownAt.getTime())),
    method,
    weatherSource: weather?.source ?? null,
    weatherIssuedAt: weather?.issuedAt ?? null,
    firstStart: new Date(start),
    lastEnd: new Date(endOfForecast(forecast)),
    installedMicroMw: BigInt(installedMicroMw),
    shares: encodeShares(shares),
  };
}

/** Without the hours after the day for which it is day ahead. */
function toDayAhead(row: Row): OwnForecast {
  const end = endOfDayAhead(row.knownAt.getTime());
  return toForecast(row, Math.max(0, end - row.firstStart.getTime()) / HOUR_MS);
}

/** @param maxHours only so many of its first hours: later ones are not decoded. */
function toForecast(row: Row, maxHours = Number.POSITIVE_INFINITY): OwnForecast {
  const { weatherSource: source, weatherIssuedAt: issuedAt, firstStart, lastEnd } = row;
  const hours = Math.min(maxHours, (lastEnd.getTime() - firstStart.getTime()) / HOUR_MS);
  return {
    knownAt: row.knownAt,
    method: row.method as ForecastMethod,
    weather: source !== null && issuedAt !== null ? { source, issuedAt } : null,
    start: firstStart.getTime(),
    installedMicroMw: Number(row.installedMicroMw),
    shares: decodeShares(row.shares, hours),
  };
}
