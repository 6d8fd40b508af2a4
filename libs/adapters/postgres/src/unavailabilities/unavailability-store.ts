import {
  type Page,
  SolanoError,
  type Unavailability,
  type UnavailabilityStore,
} from '@solano/domain';
import type { PostgresDatabase, Value } from '../database/database.ts';
import type { Listing } from '../database/pages.ts';
import { NOTHING, pages } from '../database/pages.ts';
import type { Statement } from '../database/statement.ts';
import { isStorable, isUuid, readUtcInstant } from '../database/values.ts';
import { LOCK_PLANTS, BY_NAME as PLANT_BY_NAME } from '../plants/plant-statements.ts';
import * as sql from './unavailability-statements.ts';

/** Records that one statement writes: to write them as JSON takes some milliseconds. */
const BATCH_ROWS = 1_000;

export class PostgresUnavailabilityStore implements UnavailabilityStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(unavailability: Unavailability): Promise<void> {
    const { customerId, plantName, createdAt } = unavailability;
    if (!isUuid(customerId) || !isStorable(plantName)) plantUnknown();
    const values = [...valuesOf(unavailability), createdAt];
    const added = await this.#database.run(sql.ADD, values);
    if (added.length === 0) plantUnknown();
  }

  async get(customerId: string, id: string): Promise<Unavailability | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    const [row] = await this.#database.run<Unavailability>(sql.GET, [customerId, id]);
    return row && toRecord(row);
  }

  list(
    customerId: string,
    plantName: string | undefined,
    page: Page,
  ): AsyncGenerator<Unavailability> {
    if (!isUuid(customerId) || !isStorable(plantName ?? '')) return pages(page, NOTHING);
    return pages(
      page,
      plantName === undefined ? this.#all(customerId) : this.#ofPlant(customerId, plantName),
    );
  }

  #all(customerId: string): Listing<Unavailability> {
    return {
      rows: (limit, offset) => this.#fetch(sql.LIST, [customerId, limit, offset]),
      ids: (limit, offset) => this.#database.run(sql.LIST_IDS, [customerId, limit, offset]),
      byIds: (ids) => this.#fetch(sql.BY_IDS, [customerId, ids]),
    };
  }

  #ofPlant(customerId: string, name: string): Listing<Unavailability> {
    let plantId: string | undefined;
    return {
      rows: (limit, offset) => this.#fetch(sql.LIST_OF_PLANT, [customerId, name, limit, offset]),
      // From here on by the plant's id: another may be given the name while a long list is read.
      ids: async (limit, offset) => {
        const [plant] = await this.#database.run<{ id: string }>(PLANT_BY_NAME, [customerId, name]);
        plantId = plant?.id;
        if (plantId === undefined) return [];
        return this.#database.run(sql.LIST_IDS_OF_PLANT, [plantId, limit, offset]);
      },
      byIds: (ids) => this.#fetch(sql.BY_IDS_OF_PLANT, [plantId ?? null, ids]),
    };
  }

  async #fetch(statement: Statement, values: readonly Value[]): Promise<Unavailability[]> {
    const rows = await this.#database.run<Unavailability>(statement, values);
    return rows.map(toRecord);
  }

  async count(customerId: string, plantName: string | undefined): Promise<number> {
    if (!isUuid(customerId) || !isStorable(plantName ?? '')) return 0;
    const [row] = await (plantName === undefined
      ? this.#database.run<{ count: number }>(sql.COUNT, [customerId])
      : this.#database.run<{ count: number }>(sql.COUNT_OF_PLANT, [customerId, plantName]));
    return row?.count ?? 0;
  }

  async update(
    customerId: string,
    id: string,
    change: (unavailability: Unavailability) => Unavailability,
  ): Promise<Unavailability | undefined> {
    if (!isUuid(customerId) || !isUuid(id)) return undefined;
    return this.#database.transaction(async (run) => {
      await run(sql.KEEP_PLANTS, [customerId]);
      const [found] = await run<Unavailability>(sql.LOCK, [customerId, id]);
      if (!found) return undefined;
      const wanted = { ...change(toRecord(found)), id, customerId };
      if (!isStorable(wanted.plantName)) plantUnknown();
      const [changed] = await run<Unavailability>(sql.CHANGE, valuesOf(wanted));
      return changed ? toRecord(changed) : plantUnknown();
    });
  }

  async remove(customerId: string, id: string): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(id)) return false;
    const removed = await this.#database.run(sql.REMOVE, [customerId, id]);
    return removed.length > 0;
  }

  async replaceAll(customerId: string, records: Iterable<Unavailability>): Promise<void> {
    if (!isUuid(customerId)) plantUnknown();
    await this.#database.transaction(async (run) => {
      // Also keeps two uploads of the same rows apart: each sees what the other has recorded.
      await run(LOCK_PLANTS, [customerId]);
      for (const batch of batchesOf(records)) {
        const rows = JSON.stringify(batch.map(rowOf));
        const [added] = await run<{ count: number }>(sql.REPLACE_ALL, [customerId, rows]);
        if (added?.count !== batch.length) plantUnknown();
      }
    });
  }
}

function* batchesOf(records: Iterable<Unavailability>): Generator<Unavailability[]> {
  let batch: Unavailability[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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

function toRecord(row: Unavailability): Unavailability {
  return { ...row, start: readUtcInstant(row.start), end: readUtcInstant(row.end) };
}

function plantUnknown(): never {
  throw new SolanoError('plant_unknown', 'There is no plant of the name.');
}
