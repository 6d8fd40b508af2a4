import {
  MAX_WRITTEN,
  type Publication,
  type PublicationStore,
  type PublishMode,
} from '@solano/domain/forecasting';
import type { AuditEntry } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import { lockPlant, plantUnknown } from '../plants/plant-store.ts';

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
      if (!(await lockPlant(prisma, { id: plantId, customerId }))) throw plantUnknown();
      await prisma.forecastPublication.upsert({
        where: { plantId },
        create: { plantId, mode },
        update: { mode },
      });
      await prisma.auditEntry.create({ data: entry });
    });
  }

  async addWritten(plantId: string, digest: string): Promise<boolean> {
    if (!isUuid(plantId)) return false;
    return this.transaction(async ({ forecastPublication }) => {
      const where = { plantId };
      // Locks the row: none of the digests that are added at once is lost.
      const data = { written: { push: digest } };
      const { count } = await forecastPublication.updateMany({ where, data });
      if (count === 0) return false;
      const { written } = await forecastPublication.findUniqueOrThrow({ where });
      const newest = written.slice(-MAX_WRITTEN);
      await forecastPublication.update({ where, data: { written: newest } });
      return true;
    });
  }
}
