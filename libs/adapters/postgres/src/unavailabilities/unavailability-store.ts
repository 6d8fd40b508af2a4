import type {
  PlantOutage,
  SupersededOutage,
  TimeWindow,
  Unavailability,
  UnavailabilityStore,
} from '@solano/domain/assets';
import { batchesOf, type Page, type Rows, SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { LOCK_CUSTOMER } from '../customers/customer-statements.ts';
import { countOf, type Listing, NO_ROWS, pages } from '../database/pages.ts';
import { removeRows, selectRows } from '../database/row-statements.ts';
import type { Run } from '../database/statement.ts';
import { StatementStore } from '../database/statement-store.ts';
import {
  isStorable,
  isUuid,
  readTimestamp,
  readUtcInstant,
  timestamp,
} from '../database/values.ts';
import { PLANTS } from '../plants/plant-statements.ts';
import { recordedOutages, supersededOutages } from './recorded-outages.ts';
import * as sql from './unavailability-statements.ts';

/** Records that one statement writes: to write them as JSON takes some milliseconds. */
const BATCH_ROWS = 1_000;

export class PostgresUnavailabilityStore extends StatementStore implements UnavailabilityStore {
  async add(unavailability: Unavailability, entry: AuditEntry): Promise<void> {
    const { customerId, plantName, createdAt } = unavailability;
    if (!isUuid(customerId) || !isStorable(plantName)) plantUnknown();
    const values = [...valuesOf(unavailability), createdAt];
    await this.database.transaction(async (run) => {
      const added = await run(sql.ADD, values);
      if (added.length === 0) plantUnknown();
      await writeAudit(run, entry);
    });
  }

  async get(customerId: string, id: string): Promise<Unavailability | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const [row] = await this.database.run(sql.GET, [customerId, id]);
    return row && toRecord(customerId, row);
  }

  list(
    customerId: string,
    plantName: string | undefined,
    page: Page,
    window: TimeWindow = {},
  ): Rows<Unavailability> {
    if (!isUuid(customerId) || !isStorable(plantName ?? '')) return pages(page, NO_ROWS);
    const { database } = this;
    const listing: Listing<Unavailability> = {
      rows: async (slice, run = database.run) => {
        const rows = await run(...sql.listRecords({ customerId, plantName, window, ...slice }));
        return rows.map((row) => toRecord(customerId, row));
      },
      position: ({ start, id }) => ({ key: start, id }),
    };
    return pages(page, listing, () => database.snapshot());
  }

  async count(
    customerId: string,
    plantName: string | undefined,
    {
      from = null,
      to = null,
    }: { readonly [End in keyof TimeWindow]?: TimeWindow[End] | null } = {},
    max = Number.MAX_SAFE_INTEGER,
  ): Promise<number> {
    if (!isUuid(customerId) || !isStorable(plantName ?? '')) return 0;
    const { run } = this.database;
    const isWhole = from === null && to === null;
    if (isWhole && plantName === undefined) return countOf(run, customerId, 'unavailabilities');
    if (plantName === undefined) {
      const [row] = await run(sql.COUNT, [customerId, null, from, to, max + 1]);
      return row?.count ?? 0;
    }
    const [plant] = await run(...selectRows(PLANTS, { customerId, name: plantName }));
    if (!plant) return 0;
    if (isWhole) return countOf(run, plant.id, 'unavailabilities');
    const [row] = await run(sql.COUNT, [customerId, plant.id, from, to, max + 1]);
    return row?.count ?? 0;
  }

  async recordedAt(
    customerId: string,
    plantIds: readonly string[],
    window: { readonly from: Date; readonly to: Date },
    at: Date,
  ): Promise<PlantOutage[]> {
    return recordedOutages(this.database.run, customerId, plantIds, window, at);
  }

  superseded(customerId: string, plantId: string): AsyncGenerator<SupersededOutage> {
    return supersededOutages(this.database.run, customerId, plantId);
  }

  async update(
    customerId: string,
    id: string,
    change: (unavailability: Unavailability) => Unavailability,
    entry: AuditEntry,
  ): Promise<Unavailability | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.database.transaction(async (run) => {
      // A record may move from one plant to another while it is locked itself, and a removal locks
      // a plant before its records.
      await run(LOCK_CUSTOMER, [customerId]);
      const [found] = await run(sql.LOCK, [customerId, id]);
      if (!found) return undefined;
      const updated = { ...change(toRecord(customerId, found)), id, customerId };
      if (!isStorable(updated.plantName)) plantUnknown();
      const [changed] = await run(sql.CHANGE, valuesOf(updated));
      if (!changed) return plantUnknown();
      await writeAudit(run, entry);
      return toRecord(customerId, changed);
    });
  }

  async remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(id)) return false;
    return this.database.transaction(async (run) => {
      await run(LOCK_CUSTOMER, [customerId]);
      await run(sql.CHANGED_AT, [timestamp(entry.at)]);
      const [removed] = await run(...removeRows(sql.UNAVAILABILITIES, { customerId, id }));
      if (removed) await writeAudit(run, entry);
      return removed !== undefined;
    });
  }

  async replaceAll(
    customerId: string,
    records: Iterable<Unavailability>,
    entry: AuditEntry,
  ): Promise<void> {
    if (!isUuid(customerId)) plantUnknown();
    await this.database.transaction(async (run) => {
      // Also keeps two uploads of the same rows apart: each sees what the other has recorded.
      await run(LOCK_CUSTOMER, [customerId]);
      await run(sql.CHANGED_AT, [timestamp(entry.at)]);
      await replaceRows(run, customerId, records, null);
      await writeAudit(run, entry);
    });
  }
}

/**
 * Records the rows in the place of whatever is there, and keeps both with the upload where there is
 * one. Errors: `plant_unknown`.
 */
export async function replaceRows(
  run: Run,
  customerId: string,
  records: Iterable<Unavailability>,
  uploadId: string | null,
): Promise<void> {
  for (const batch of batchesOf(records, BATCH_ROWS)) {
    const rows = JSON.stringify(batch.map(rowOf));
    const [added] = await run(sql.REPLACE_ALL, [customerId, rows, uploadId]);
    if (added?.count !== batch.length) plantUnknown();
  }
}

/** A row of the statement that records many. */
function rowOf(record: Unavailability) {
  return {
    plant_name: record.plantName,
    id: record.id,
    start_at: record.start,
    end_at: record.end,
    available_power_mw: record.availablePowerMw,
    availability_type: record.availabilityType,
    observations: record.observations,
    source_unit: record.sourceUnit,
    source_value: record.sourceValue,
    timezone_source: record.timezoneSource,
    updated_at: record.updatedAt,
    created_at: record.createdAt,
  };
}

/** In the order of the writing statements. */
function valuesOf(record: Unavailability) {
  const { customerId, plantName, id, start, end, availablePowerMw, availabilityType } = record;
  const { observations, sourceUnit, sourceValue, timezoneSource, updatedAt } = record;
  return [
    customerId,
    plantName,
    id,
    start,
    end,
    availablePowerMw,
    availabilityType,
    observations,
    sourceUnit,
    sourceValue,
    timezoneSource,
    updatedAt,
  ];
}

function toRecord(customerId: string, row: sql.Row): Unavailability {
  return {
    ...row,
    customerId,
    start: readUtcInstant(row.start),
    end: readUtcInstant(row.end),
    createdAt: readTimestamp(row.createdAt),
    updatedAt: readTimestamp(row.updatedAt),
  };
}

export function plantUnknown(): never {
  throw new SolanoError('plant_unknown', 'The customer has no such plant.');
}
