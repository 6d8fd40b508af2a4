import {
  DEFAULT_PORTFOLIO_SETTINGS,
  type EnergySettingsStore,
  type Place,
  type PlantSettings,
  type PortfolioSettings,
} from '@solano/domain/energy';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, Portfolio } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { portfolioKey } from '../measurements/series-key.ts';
import { lockPlant, plantUnknown } from '../plants/plant-store.ts';

export class PostgresEnergySettingsStore extends PrismaStore implements EnergySettingsStore {
  async ofPlants(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, PlantSettings>> {
    if (!isUuid(customerId)) return new Map();
    const where = { plantId: { in: plantIds.filter(isUuid) }, plant: { customerId } };
    const found = await this.prisma(({ plantSettings }) => plantSettings.findMany({ where }));
    return new Map(found.map(({ plantId, ...settings }) => [plantId, settings]));
  }

  async putPlant(
    customerId: string,
    plantId: string,
    { knownAfterMinutes }: PlantSettings,
    entry: AuditEntry,
  ): Promise<void> {
    if (!isUuid(customerId) || !isUuid(plantId)) throw plantUnknown();
    await this.transaction(async (prisma) => {
      if (!(await lockPlant(prisma, { id: plantId, customerId }))) throw plantUnknown();
      await prisma.plantSettings.upsert({
        where: { plantId },
        create: { plantId, knownAfterMinutes },
        update: { knownAfterMinutes },
      });
      await prisma.auditEntry.create({ data: entry });
    });
  }

  async ofPortfolio(
    customerId: string,
    portfolio: Portfolio,
  ): Promise<PortfolioSettings | undefined> {
    if (!isUuid(customerId)) return undefined;
    const where = { customerId_portfolio: { customerId, portfolio: portfolioKey(portfolio) } };
    const found = await this.prisma(({ portfolioSettings }) =>
      portfolioSettings.findUnique({ where }),
    );
    return found ? toPortfolioSettings(found) : undefined;
  }

  async portfolioPlaces(customerId: string): Promise<Place[]> {
    if (!isUuid(customerId)) return [];
    const found = await this.prisma(({ portfolioSettings }) =>
      portfolioSettings.findMany({
        where: { customerId, latitude: { not: null } },
        select: { latitude: true, longitude: true },
      }),
    );
    return found.flatMap((row) => toPlace(row) ?? []);
  }

  async putPortfolio(
    customerId: string,
    { user, retailer }: Portfolio,
    settings: PortfolioSettings,
    entry: AuditEntry,
  ): Promise<void> {
    if (!isUuid(customerId)) throw new SolanoError('not_found', 'There is no such customer.');
    const key = { customerId, portfolio: portfolioKey({ user, retailer }) };
    const data = {
      knownAfterMinutes: settings.knownAfterMinutes,
      losses: settings.losses as unknown as Prisma.InputJsonValue,
      groups: settings.groups as unknown as Prisma.InputJsonValue,
      region: settings.region,
      latitude: settings.place?.lat ?? null,
      longitude: settings.place?.lon ?? null,
    };
    await this.audited(entry, ({ portfolioSettings }) => [
      portfolioSettings.upsert({
        where: { customerId_portfolio: key },
        create: { ...key, user, retailer, ...data },
        update: data,
      }),
    ]);
  }
}

/** What rows of the table say; their columns are JSON. */
export function toPortfolioSettings(row: {
  readonly knownAfterMinutes: number;
  readonly losses: unknown;
  readonly groups: unknown;
  readonly region: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}): PortfolioSettings {
  const { knownAfterMinutes, losses, groups, region } = row;
  return {
    ...DEFAULT_PORTFOLIO_SETTINGS,
    knownAfterMinutes,
    losses: losses as PortfolioSettings['losses'],
    groups: groups as PortfolioSettings['groups'],
    region: region as PortfolioSettings['region'],
    place: toPlace(row),
  };
}

function toPlace({
  latitude: lat,
  longitude: lon,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): Place | null {
  return lat === null || lon === null ? null : { lat, lon };
}
