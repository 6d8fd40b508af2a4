import type { AvailabilityType, PlantOutage, SupersededOutage } from '@solano/domain/assets';
import { selectRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { isUuid, timestamp } from '../database/values.ts';
import type { SupersededUnavailability } from '../generated/prisma/client.ts';
import { PLANTS } from '../plants/plant-statements.ts';
import { RECORDED, SUPERSEDED } from './unavailability-statements.ts';

/** Before and after every time. */
const [MIN_TIME, MAX_TIME] = [timestamp(-Infinity), timestamp(Infinity)];

/** Rows that one statement reads. */
const BATCH_ROWS = 10_000;

/** What was recorded of plants at an instant, as `recordedAt` of the port. */
export async function recordedOutages(
  run: Run,
  customerId: string,
  plantIds: readonly string[],
  window: { readonly from: Date; readonly to: Date },
  at: Date,
): Promise<PlantOutage[]> {
  const plantId = await ownPlants(run, customerId, plantIds);
  const overlaps = {
    startAt: { first: MIN_TIME, last: timestamp(window.to) },
    endAt: { first: timestamp(window.from), last: MAX_TIME },
  };
  const present = await run(...selectRows(RECORDED, { plantId, ...overlaps }));
  const then = {
    recordedAt: { first: MIN_TIME, last: timestamp(at) },
    supersededAt: { first: timestamp(at), last: MAX_TIME },
  };
  const past = await run(...selectRows(SUPERSEDED, { plantId, ...overlaps, ...then }));
  const isOverlapping = ({ startAt, endAt }: OutageRow) =>
    startAt < window.to && endAt > window.from;
  return [
    ...present
      .filter(({ recordedAt, updatedAt }) => updatedAt <= at && (recordedAt ?? at) <= at)
      .filter(isOverlapping)
      .map((row) => ({ ...toOutage(row), id: row.id })),
    ...past
      .filter(({ supersededAt }) => supersededAt > at)
      .filter(isOverlapping)
      .map((row) => ({ ...toOutage(row), id: null })),
  ];
}

/** What the unavailabilities of a plant said before, as `superseded` of the port. */
export async function* supersededOutages(
  run: Run,
  customerId: string,
  plantId: string,
): AsyncGenerator<SupersededOutage> {
  const own = await ownPlants(run, customerId, [plantId]);
  for (let offset = 0; ; offset += BATCH_ROWS) {
    const selection = { orderBy: 'number', page: { limit: BATCH_ROWS, offset } };
    const rows = await run(...selectRows(SUPERSEDED, { plantId: own }, selection));
    for (const row of rows) {
      const { recordedAt, supersededAt } = row;
      yield { ...toOutage(row), recordedAt, supersededAt };
    }
    if (rows.length < BATCH_ROWS) return;
  }
}

async function ownPlants(
  run: Run,
  customerId: string,
  plantIds: readonly string[],
): Promise<string[]> {
  const ids = plantIds.filter(isUuid);
  if (!isUuid(customerId) || ids.length === 0) return [];
  const plants = await run(...selectRows(PLANTS, { customerId, id: ids }));
  return plants.map(({ id }) => id);
}

/** The columns that present and superseded records share. */
type OutageRow = Pick<
  SupersededUnavailability,
  'plantId' | 'startAt' | 'endAt' | 'availablePowerMw' | 'availabilityType'
>;

function toOutage({ plantId, startAt, endAt, ...row }: OutageRow) {
  return {
    plantId,
    start: startAt.getTime(),
    end: endAt.getTime(),
    availablePowerMw: row.availablePowerMw,
    availabilityType: row.availabilityType as AvailabilityType,
  };
}
