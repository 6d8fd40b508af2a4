import type {
  EnergySettingsStore,
  Place,
  PlantSettings,
  PortfolioSettings,
} from '@solano/domain/energy';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry, Portfolio } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

export class MemoryEnergySettingsStore extends MemoryStore implements EnergySettingsStore {
  async ofPlants(
    customerId: string,
    plantIds: readonly string[],
  ): Promise<ReadonlyMap<string, PlantSettings>> {
    const { plantSettings } = this.database;
    const own = plantIds.filter((id) => this.database.plant(customerId, id));
    return new Map(
      own.flatMap((id) => {
        const settings = plantSettings.get(id);
        return settings ? [[id, copied(settings)] as const] : [];
      }),
    );
  }

  async putPlant(
    customerId: string,
    plantId: string,
    settings: PlantSettings,
    entry: AuditEntry,
  ): Promise<void> {
    if (!this.database.plant(customerId, plantId)) {
      throw new SolanoError('plant_unknown', 'The customer has no such plant.');
    }
    const row = copied(settings);
    this.database.audited(entry, () => this.database.plantSettings.set(plantId, row));
  }

  async ofPortfolio(
    customerId: string,
    portfolio: Portfolio,
  ): Promise<PortfolioSettings | undefined> {
    const row = this.database.portfolioSettings.get(keyOf(customerId, portfolio));
    return row && copied(row.settings);
  }

  async portfolioPlaces(customerId: string): Promise<Place[]> {
    const own = [...this.database.portfolioSettings.values()].filter((row) => {
      return row.customerId === customerId;
    });
    return own.flatMap(({ settings }) => copied(settings.place) ?? []);
  }

  async putPortfolio(
    customerId: string,
    portfolio: Portfolio,
    settings: PortfolioSettings,
    entry: AuditEntry,
  ): Promise<void> {
    this.database.requireCustomer(customerId);
    const { user, retailer } = portfolio;
    const row = copied({ customerId, user, retailer, settings });
    const key = keyOf(customerId, portfolio);
    this.database.audited(entry, () => this.database.portfolioSettings.set(key, row));
  }
}

function keyOf(customerId: string, { user, retailer }: Portfolio): string {
  return JSON.stringify([customerId, user, retailer]);
}
