import type { PlantModelStore, StoredPlantModel } from '@solano/domain/forecasting';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import { lockPlant } from '../plants/plant-store.ts';

export class PostgresPlantModelStore extends PrismaStore implements PlantModelStore {
  async models(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredPlantModel>> {
    if (!isUuid(customerId)) return new Map();
    const where = { plantId: { in: plantIds.filter(isUuid) }, plant: { customerId } };
    const found = await this.prisma(({ plantModel }) => plantModel.findMany({ where }));
    return new Map(
      found.map(({ plantId, learnedAt, model, trace }) => {
        return [plantId, { learnedAt, model: model ?? undefined, trace }];
      }),
    );
  }

  async learnedAt(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, Date>> {
    if (!isUuid(customerId)) return new Map();
    const where = { plantId: { in: plantIds.filter(isUuid) }, plant: { customerId } };
    const select = { plantId: true, learnedAt: true };
    const found = await this.prisma(({ plantModel }) => plantModel.findMany({ where, select }));
    return new Map(found.map(({ plantId, learnedAt }) => [plantId, learnedAt]));
  }

  async put(
    customerId: string,
    plantId: string,
    { learnedAt, model, trace }: StoredPlantModel,
  ): Promise<boolean> {
    if (!isUuid(customerId) || !isUuid(plantId)) return false;
    const data = { learnedAt, model: model ? Buffer.from(model) : null, trace };
    return this.transaction(async (prisma) => {
      if (!(await lockPlant(prisma, { id: plantId, customerId }))) return false;
      await prisma.plantModel.upsert({
        where: { plantId },
        create: { plantId, ...data },
        update: data,
      });
      return true;
    });
  }
}
