import type { Publication, PublicationStore, PublishMode } from '@solano/domain/forecasting';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';

export class PostgresPublicationStore extends PrismaStore implements PublicationStore {
  async publications(customerId: string): Promise<ReadonlyMap<string, Publication>> {
    if (!isUuid(customerId)) return new Map();
    const where = { plant: { customerId } };
    const found = await this.prisma(({ forecastPublication }) =>
      forecastPublication.findMany({ where }),
    );
    return new Map(
      found.map(({ plantId, mode, written }) => {
        return [plantId, { mode: mode as PublishMode, written }];
      }),
    );
  }

  async setMode(
    customerId: string,
    plantId: string,
    mode: PublishMode,
    entry: AuditEntry,
  ): Promise<void> {
    if (!isUuid(customerId) || !isUuid(plantId)) throw plantUnknown();
    await this.transaction(async (prisma) => {
      // Locks the plant: it stays until the mode is there.
      const own = { id: plantId, customerId };
      const { count } = await prisma.plant.updateMany({ where: own, data: { id: plantId } });
      if (count === 0) throw plantUnknown();
      await prisma.forecastPublication.upsert({
        where: { plantId },
        create: { plantId, mode },
        update: { mode },
      });
      await prisma.auditEntry.create({ data: entry });
    });
  }

  async setWritten(plantId: string, written: readonly string[]): Promise<void> {
    if (!isUuid(plantId)) return;
    await this.prisma(({ forecastPublication }) =>
      forecastPublication.updateMany({ where: { plantId }, data: { written: [...written] } }),
    );
  }
}

function plantUnknown(): SolanoError {
  return new SolanoError('plant_unknown', 'The customer has no such plant.');
}
