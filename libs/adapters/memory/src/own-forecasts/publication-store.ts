import {
  MAX_WRITTEN,
  type Publication,
  type PublicationStore,
  type PublishMode,
} from '@solano/domain/forecasting';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { MemoryStore } from '../database.ts';

export class MemoryPublicationStore extends MemoryStore implements PublicationStore {
  async publications(customerId: string): Promise<ReadonlyMap<string, Publication>> {
    const all = [...this.database.publications];
    return new Map(all.filter(([plantId]) => this.database.plant(customerId, plantId)));
  }

  async setMode(
    customerId: string,
    plantId: string,
    mode: PublishMode,
    entry: AuditEntry,
  ): Promise<void> {
    const { publications } = this.database;
    if (!this.database.plant(customerId, plantId)) {
      throw new SolanoError('plant_unknown', 'The customer has no such plant.');
    }
    this.database.audited(entry, () => {
      publications.set(plantId, { mode, written: publications.get(plantId)?.written ?? [] });
    });
  }

  async addWritten(plantId: string, digest: string): Promise<boolean> {
    const publication = this.database.publications.get(plantId);
    if (!publication) return false;
    const written = [...publication.written, digest].slice(-MAX_WRITTEN);
    this.database.publications.set(plantId, { ...publication, written });
    return true;
  }
}
