import type { Page, Rows } from '@solano/domain/kernel';
import type { AuditEntry, FileUpload, FileUploadStore, UploadFilter } from '@solano/domain/service';
import { MemoryStore } from '../database.ts';
import { NEWEST_FIRST, rowsOf } from '../rows.ts';

export class MemoryFileUploadStore extends MemoryStore implements FileUploadStore {
  async withDigest(customerId: string, digest: string): Promise<FileUpload | undefined> {
    return this.#present(customerId).find((upload) => upload.digest === digest);
  }

  list(customerId: string, filter: UploadFilter, page: Page): Rows<FileUpload> {
    return rowsOf(page, NEWEST_FIRST, () =>
      this.#present(customerId).filter((upload) => isUploadOf(upload, filter)),
    );
  }

  async count(customerId: string, filter: UploadFilter): Promise<number> {
    return this.#present(customerId).filter((upload) => isUploadOf(upload, filter)).length;
  }

  async get(customerId: string, filter: UploadFilter, id: string): Promise<FileUpload | undefined> {
    const found = this.#present(customerId).find((upload) => upload.id === id);
    return found && isUploadOf(found, filter) ? structuredClone(found) : undefined;
  }

  async takeBack(
    customerId: string,
    filter: UploadFilter,
    id: string,
    entry: AuditEntry,
  ): Promise<boolean> {
    const upload = await this.get(customerId, filter, id);
    if (!upload) return false;
    this.database.audited(entry, () => {
      this.database.fileUploads.set(id, { upload, takenBackAt: entry.at });
      for (const [name, row] of this.database.measurements) {
        if (row.customerId !== customerId || !row.runs.some((run) => run.upload === id)) continue;
        this.database.measurements.set(name, { ...row, revision: row.revision + 1 });
      }
    });
    return true;
  }

  #present(customerId: string): FileUpload[] {
    const rows = [...this.database.fileUploads.values()];
    const present = rows.filter(({ takenBackAt }) => takenBackAt === undefined);
    return present.map(({ upload }) => upload).filter((each) => each.customerId === customerId);
  }
}

function isUploadOf({ kind, portfolio }: FileUpload, filter: UploadFilter): boolean {
  if (filter.kind !== kind) return false;
  if (filter.kind === 'production') return true;
  return portfolio?.user === filter.user && portfolio.retailer === filter.retailer;
}
