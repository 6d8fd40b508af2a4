import type {
  Plant,
  PlantOutage,
  SupersededOutage,
  TimeWindow,
  Unavailability,
  UnavailabilityStore,
} from '@solano/domain/assets';
import {
  isBefore,
  type ListPosition,
  type Page,
  type Rows,
  SolanoError,
  type UtcInstant,
} from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import type { MemoryDatabase } from '../database.ts';
import { MemoryStore, requireFreeId } from '../database.ts';
import { compareIds, rowsOf } from '../rows.ts';
import type { UnavailabilityRow } from './unavailability-history.ts';

export class MemoryUnavailabilityStore extends MemoryStore implements UnavailabilityStore {
  async add(unavailability: Unavailability, entry: AuditEntry): Promise<void> {
    const row = unavailabilityRow(this.database, unavailability);
    requireFreeId(this.database.unavailabilities, row.id);
    this.database.audited(entry, () => this.database.unavailabilities.set(row.id, row));
  }

  async get(customerId: string, id: string): Promise<Unavailability | undefined> {
    const row = this.#row(customerId, id);
    return row && this.#toRecord(row);
  }

  list(
    customerId: string,
    plantName: string | undefined,
    page: Page,
    window: TimeWindow = {},
  ): Rows<Unavailability> {
    return rowsOf(page, BY_START, () =>
      this.#overlapping(customerId, plantName, window).map((row) => this.#toRecord(row)),
    );
  }

  async count(
    customerId: string,
    plantName: string | undefined,
    window: TimeWindow = {},
    max = Infinity,
  ): Promise<number> {
    const { length } = this.#overlapping(customerId, plantName, window);
    const isExact = window.from === undefined && window.to === undefined;
    return isExact ? length : Math.min(length, max + 1);
  }

  async recordedAt(
    customerId: string,
    plantIds: readonly string[],
    window: { readonly from: Date; readonly to: Date },
    at: Date,
  ): Promise<PlantOutage[]> {
    const { unavailabilities, unavailabilityHistory: history } = this.database;
    const present = [...unavailabilities.values()].map((row) => {
      const from = history.recordedSince(row);
      return { row, from, to: Number.POSITIVE_INFINITY, id: row.id };
    });
    const past = history.superseded.map((each) => ({ ...each, id: null }));
    const counting = [...past, ...present].filter(({ row, from, to }) => {
      const isOf = this.database.plant(customerId, row.plantId) && plantIds.includes(row.plantId);
      const isThen = from <= at.getTime() && to > at.getTime();
      return isOf && isThen && overlaps(row, window);
    });
    return counting.map(({ row, id }) => ({ ...toOutage(row), id }));
  }

  async *superseded(customerId: string, plantId: string): AsyncGenerator<SupersededOutage> {
    if (!this.database.plant(customerId, plantId)) return;
    for (const { row, from, to } of this.database.unavailabilityHistory.superseded) {
      if (row.plantId !== plantId) continue;
      yield { ...toOutage(row), recordedAt: new Date(from), supersededAt: new Date(to) };
    }
  }

  async update(
    customerId: string,
    id: string,
    change: (unavailability: Unavailability) => Unavailability,
    entry: AuditEntry,
  ): Promise<Unavailability | undefined> {
    const row = this.#row(customerId, id);
    if (!row) return undefined;
    const { createdAt } = row;
    const changed = unavailabilityRow(this.database, {
      ...change(this.#toRecord(row)),
      id,
      customerId,
      createdAt,
    });
    this.database.audited(entry, () => {
      const { unavailabilityHistory: history } = this.database;
      history.supersede(row, changed.updatedAt);
      history.earliest.set(id, new Date(history.recordedSince(row)));
      this.database.unavailabilities.set(id, changed);
    });
    return this.#toRecord(changed);
  }

  async remove(customerId: string, id: string, entry: AuditEntry): Promise<boolean> {
    const row = this.#row(customerId, id);
    if (!row) return false;
    this.database.audited(entry, () => this.database.removeUnavailability(row, entry.at));
    return true;
  }

  async replaceAll(
    customerId: string,
    records: Iterable<Unavailability>,
    entry: AuditEntry,
  ): Promise<void> {
    const rows = Array.from(records, (record) =>
      unavailabilityRow(this.database, { ...record, customerId }),
    );
    const places = new Set(rows.map(pathOf));
    const { unavailabilities } = this.database;
    this.database.audited(entry, () => {
      for (const row of this.#rows(customerId, undefined)) {
        if (places.has(pathOf(row))) this.database.removeUnavailability(row, entry.at);
      }
      for (const row of rows) unavailabilities.set(row.id, row);
    });
  }

  #row(customerId: string, id: string): UnavailabilityRow | undefined {
    const row = this.database.unavailabilities.get(id);
    return row?.customerId === customerId ? row : undefined;
  }

  #rows(customerId: string, plantName: string | undefined): UnavailabilityRow[] {
    const rows = [...this.database.unavailabilities.values()];
    const own = rows.filter((row) => row.customerId === customerId);
    if (plantName === undefined) return own;
    const plant = this.database.plantNamed(customerId, plantName);
    return own.filter(({ plantId }) => plantId === plant?.id);
  }

  #overlapping(
    customerId: string,
    plantName: string | undefined,
    { from, to }: TimeWindow,
  ): UnavailabilityRow[] {
    return this.#rows(customerId, plantName).filter(({ start, end }) => {
      const isAfter = from === undefined || isBefore(from, end);
      return isAfter && (to === undefined || isBefore(start, to));
    });
  }

  #toRecord({ plantId, ...fields }: UnavailabilityRow): Unavailability {
    // A plant's rows are deleted with it.
    const { name: plantName } = this.database.plants.get(plantId) as Plant;
    return structuredClone({ ...fields, plantName });
  }
}

function toOutage({ plantId, availabilityType, availablePowerMw, start, end }: UnavailabilityRow) {
  const span = { start: Date.parse(start), end: Date.parse(end) };
  return { plantId, ...span, availabilityType, availablePowerMw };
}

function overlaps(row: UnavailabilityRow, window: { from: Date; to: Date }): boolean {
  const [start, end] = [Date.parse(row.start), Date.parse(row.end)];
  return start < window.to.getTime() && end > window.from.getTime();
}

/** Errors: `plant_unknown`. */
export function unavailabilityRow(
  database: MemoryDatabase,
  { plantName, ...fields }: Unavailability,
): UnavailabilityRow {
  const plant = database.plantNamed(fields.customerId, plantName);
  if (!plant) throw new SolanoError('plant_unknown', 'The customer has no such plant.');
  return structuredClone({ ...fields, plantId: plant.id });
}

/** The key of a record: of two records with one key, the later replaces the earlier. */
export function pathOf({ plantId, start, end, availabilityType }: UnavailabilityRow): string {
  return JSON.stringify([plantId, start, end, availabilityType]);
}

export function compareStarts(a: Started, b: Started): number {
  if (isBefore(a.start, b.start)) return -1;
  if (isBefore(b.start, a.start)) return 1;
  return compareIds(a.id, b.id);
}

const BY_START = {
  compare: (record: Started, { key, id }: ListPosition) =>
    compareStarts(record, { start: key, id }),
  position: ({ start, id }: Started) => ({ key: start, id }),
};

interface Started {
  readonly id: string;
  readonly start: UtcInstant;
}
