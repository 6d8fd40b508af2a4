import {
  MAX_UPLOAD_CONFLICTS,
  type OutageUpload,
  type OutageUploadStore,
  type OutageWindow,
  type Unavailability,
  type UploadConflict,
} from '@solano/domain/assets';
import { isBefore, type Page, type Rows } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { MemoryStore, type UploadRow } from '../database.ts';
import { NEWEST_FIRST, rowsOf } from '../rows.ts';
import type { UnavailabilityRow } from '../unavailabilities/unavailability-history.ts';
import {
  compareStarts,
  pathOf,
  unavailabilityRow,
} from '../unavailabilities/unavailability-store.ts';

export class MemoryOutageUploadStore extends MemoryStore implements OutageUploadStore {
  async withDigest(customerId: string, digest: string): Promise<OutageUpload | undefined> {
    const row = this.#own(customerId).find(({ upload }) => upload.digest === digest);
    return structuredClone(row?.upload);
  }

  async record(
    upload: OutageUpload,
    records: Iterable<Unavailability>,
    window: OutageWindow | undefined,
    entry: AuditEntry,
  ): Promise<OutageUpload> {
    const { customerId, id, digest } = upload;
    const first = this.#own(customerId).find((row) => row.upload.digest === digest);
    if (first) return structuredClone(first.upload);
    const brought = Array.from(records, (record) =>
      unavailabilityRow(this.database, { ...record, customerId }),
    );
    const paths = new Set(brought.map(pathOf));
    const plants = new Set(brought.map(({ plantId }) => plantId));
    const { unavailabilities, uploads } = this.database;
    const previous = [...unavailabilities.values()].filter(
      (row) =>
        paths.has(pathOf(row)) || (window && plants.has(row.plantId) && overlaps(row, window)),
    );
    this.database.audited(entry, () => {
      for (const row of previous) this.database.removeUnavailability(row, entry.at);
      for (const row of brought) unavailabilities.set(row.id, row);
      uploads.set(id, structuredClone({ upload, brought, previous }));
    });
    return upload;
  }

  list(customerId: string, page: Page): Rows<OutageUpload> {
    return rowsOf(page, NEWEST_FIRST, () => this.#own(customerId).map(({ upload }) => upload));
  }

  async count(customerId: string): Promise<number> {
    return this.#own(customerId).length;
  }

  async get(customerId: string, id: string): Promise<OutageUpload | undefined> {
    return structuredClone(this.#row(customerId, id)?.upload);
  }

  async takeBack(
    customerId: string,
    id: string,
    entry: AuditEntry,
    force: boolean,
  ): Promise<readonly UploadConflict[] | undefined> {
    const row = this.#row(customerId, id);
    if (!row) return undefined;
    const { unavailabilities, uploads } = this.database;
    const at = row.upload.uploadedAt.getTime();
    const [untouched, touched] = split(
      row.brought,
      (each) => unavailabilities.get(each.id)?.updatedAt.getTime() === at,
    );
    const own = new Set(untouched.map((each) => each.id));
    const others = [...unavailabilities.values()].filter((each) => !own.has(each.id));
    const occupied = new Set(others.map(pathOf));
    const left = new Set(touched.map(pathOf));
    const [lost, free] = split(
      row.previous,
      (each) => occupied.has(pathOf(each)) || !this.database.plants.has(each.plantId),
    );
    const conflicts = this.#conflictsOf([...touched, ...lost]);
    if (conflicts.length > 0 && !force) return conflicts;
    this.database.audited(entry, () => {
      for (const each of untouched) this.database.removeUnavailability(each, entry.at);
      for (const each of free) {
        if (!left.has(pathOf(each)) && !unavailabilities.has(each.id)) {
          unavailabilities.set(each.id, each);
          this.database.unavailabilityHistory.earliest.set(each.id, entry.at);
        }
      }
      uploads.delete(id);
    });
    return [];
  }

  #conflictsOf(rows: readonly UnavailabilityRow[]): UploadConflict[] {
    const sorted = [...rows].sort(compareStarts).slice(0, MAX_UPLOAD_CONFLICTS);
    return sorted.map(({ id, plantId, start, end, availabilityType }) => {
      const plantName = this.database.plants.get(plantId)?.name ?? '';
      return { id, plantName, start, end, availabilityType };
    });
  }

  #own(customerId: string): UploadRow[] {
    const rows = [...this.database.uploads.values()];
    return rows.filter(({ upload }) => upload.customerId === customerId);
  }

  #row(customerId: string, id: string): UploadRow | undefined {
    const row = this.database.uploads.get(id);
    return row?.upload.customerId === customerId ? row : undefined;
  }
}

function overlaps({ start, end }: UnavailabilityRow, { from, to }: OutageWindow): boolean {
  return isBefore(start, to) && isBefore(from, end);
}

function split<T>(rows: readonly T[], test: (row: T) => boolean): [T[], T[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}
