import type { Plant } from '@solano/domain/assets';
import type { DeliveredConsumption } from '@solano/domain/energy';
import { plantPlace } from '@solano/domain/forecasting';
import { compareCodePoints } from '@solano/domain/kernel';
import {
  CUSTOMER_RECORDS,
  type CustomerRecord,
  type CustomerRecords,
  type OwnedPortfolioSettings,
  type OwnedSettings,
} from '@solano/domain/operations';
import type { AuditEntry, Portfolio } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { type MemoryDatabase, MemoryStore } from '../database.ts';
import { firstStartOf } from '../measurements/measurement-store.ts';

export class MemoryCustomerRecords extends MemoryStore implements CustomerRecords {
  async purchaseIds(customerId: string, limit: number, after = ''): Promise<string[]> {
    const ids = this.#tableOf('purchases', customerId).ids.filter((id) => id > after);
    return ids.sort().slice(0, limit);
  }

  async settings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedSettings[]> {
    const found: OwnedSettings[] = [];
    for (const [key, versions] of this.database.strategies) {
      const [owner, user, retailer] = JSON.parse(key) as [string, string, string];
      if (owner !== customerId) continue;
      for (const [i, settings] of versions.entries()) {
        found.push({ customerId, user, retailer, version: i + 1, settings });
      }
    }
    return copied(found.sort(byOwner).slice(offset, offset + limit));
  }

  async consumptions(customerId: string): Promise<DeliveredConsumption[]> {
    const own = [...this.database.measurements.values()].filter(
      (row) => row.customerId === customerId,
    );
    return own.flatMap(({ series, runs }) =>
      series.kind === 'consumption' ? [{ ...series, firstStart: firstStartOf(runs) }] : [],
    );
  }

  async tradedPortfolios(customerId: string): Promise<Portfolio[]> {
    const own = [...this.database.tradedDays.values()].filter(
      (row) => row.customerId === customerId,
    );
    const portfolios = new Map(own.map(({ portfolio }) => [JSON.stringify(portfolio), portfolio]));
    return copied([...portfolios.values()]);
  }

  async portfolioSettings(
    customerId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnedPortfolioSettings[]> {
    const own = [...this.database.portfolioSettings].filter(
      ([, row]) => row.customerId === customerId,
    );
    const page = own.sort(([a], [b]) => compareCodePoints(a, b)).slice(offset, offset + limit);
    return copied(page.map(([, { user, retailer, settings }]) => ({ user, retailer, settings })));
  }

  async removeSome(
    customerId: string,
    kind: CustomerRecord,
    limit: number,
    entry: (count: number) => AuditEntry,
  ): Promise<number> {
    const count = Math.min(limit, this.#tableOf(kind, customerId).ids.length);
    if (count === 0) return 0;
    return this.database.audited(entry(count), () => this.#removeSome(customerId, kind, limit));
  }

  async remove(customerId: string, entry: AuditEntry): Promise<boolean> {
    const { customers, weatherSwitchedOff } = this.database;
    if (!customers.has(customerId)) return false;
    return this.database.audited(entry, () => {
      for (const kind of CUSTOMER_RECORDS) this.#removeSome(customerId, kind, Infinity);
      weatherSwitchedOff.delete(customerId);
      return customers.delete(customerId);
    });
  }

  #removeSome(customerId: string, kind: CustomerRecord, limit: number): number {
    const table = this.#tableOf(kind, customerId);
    const ids = table.ids.slice(0, limit);
    for (const id of ids) {
      table.delete(id);
      this.#removeDependents(kind, id);
    }
    return ids.length;
  }

  #tableOf(kind: CustomerRecord, customerId: string): OwnRows {
    const { webhooks, ...tables } = this.database;
    const isOwn = (row: { readonly customerId: string }) => row.customerId === customerId;
    switch (kind) {
      case 'keys':
        return ownRows(tables.keys, isOwn);
      case 'messages':
        return ownRows(tables.deliveries, ({ webhookId }) => {
          return webhooks.get(webhookId)?.customerId === customerId;
        });
      case 'webhooks':
        return ownRows(webhooks, isOwn);
      case 'purchases':
        return ownRows(tables.purchases, ({ purchase }) => isOwn(purchase));
      case 'outage_uploads':
        return ownRows(tables.uploads, ({ upload }) => isOwn(upload));
      case 'unavailabilities':
        return ownRows(tables.unavailabilities, isOwn);
      case 'plants':
        return ownRows(tables.plants, isOwn);
      case 'measurement_uploads':
        return ownRows(tables.fileUploads, ({ upload }) => isOwn(upload));
      case 'measured_series':
        return ownRows(tables.measurements, isOwn);
      case 'traded_days':
        return ownRows(tables.tradedDays, isOwn);
      case 'deviations':
        return ownRows(tables.deviations, isOwn);
      case 'portfolio_settings':
        return ownRows(tables.portfolioSettings, isOwn);
      case 'delivered_forecasts':
        return ownVersions(tables, isOwn);
      case 'backtests':
        return ownRows(tables.backtests, ({ request }) => isOwn(request));
      case 'realised_prices':
        return ownRows(tables.realised, ({ owner }) => owner === customerId);
      case 'imbalance_prices':
        return ownRows(tables.syntheticImbalancePrices, ({ owner }) => owner === customerId);
      case 'predictions':
        return ownLists(tables.predictions, (key) => key.endsWith(` ${customerId}`));
      case 'strategy_versions':
        return ownLists(
          tables.strategies,
          (key) => (JSON.parse(key) as string[])[0] === customerId,
        );
    }
  }

  /** Removes what belongs to a record that was removed. */
  #removeDependents(kind: CustomerRecord, id: string): void {
    const tables = this.database;
    if (kind === 'keys') {
      deleteWhere(tables.consoleSessions, ({ keyId }) => keyId === id);
      deleteWhere(tables.signInCodes, ({ keyId }) => keyId === id);
    } else if (kind === 'webhooks') {
      deleteWhere(tables.deliveries, ({ webhookId }) => webhookId === id);
    } else if (kind === 'purchases') {
      tables.evaluations.delete(id);
      tables.decisions.delete(id);
      tables.plans.delete(id);
      tables.supersededBids.delete(id);
      deleteWhere(tables.deliveries, ({ purchaseId }) => purchaseId === id);
      deleteWhere(tables.submissions, ({ purchaseId }) => purchaseId === id);
    } else if (kind === 'plants') {
      tables.plantSettings.delete(id);
      tables.plantModels.delete(id);
      tables.publications.delete(id);
      tables.weather.delete(plantPlace(id));
      deleteWhere(tables.ownForecasts, ({ plantId }) => plantId === id);
      deleteWhere(tables.unavailabilities, ({ plantId }) => plantId === id);
      deleteWhere(tables.measurements, ({ series }) => {
        return series.kind === 'production' && series.plantId === id;
      });
      deleteWhere(tables.forecastVersions, ({ plantId }) => plantId === id);
    }
  }
}

/** The ids of a customer's rows in one table. */
interface OwnRows {
  readonly ids: readonly string[];
  delete(id: string): void;
}

function ownRows<Row>(rows: Map<string, Row>, isOwn: (row: Row) => boolean): OwnRows {
  const ids = [...rows].filter(([, row]) => isOwn(row)).map(([id]) => id);
  return { ids, delete: (id) => void rows.delete(id) };
}

/** The versions of forecasts, by their plants. */
function ownVersions(
  { plants, forecastVersions }: Pick<MemoryDatabase, 'plants' | 'forecastVersions'>,
  isOwn: (plant: Plant) => boolean,
): OwnRows {
  const ids = new Set([...forecastVersions.values()].map(({ plantId }) => plantId));
  const isOfOwn = (id: string) => {
    const plant = plants.get(id);
    return plant !== undefined && isOwn(plant);
  };
  const remove = (id: string) => deleteWhere(forecastVersions, ({ plantId }) => plantId === id);
  return { ids: [...ids].filter(isOfOwn), delete: remove };
}

/** Records that are kept as lists by their owner: each has the key of its list for an id. */
function ownLists(
  lists: Map<string, readonly unknown[]>,
  isOwn: (key: string) => boolean,
): OwnRows {
  const own = [...lists].filter(([key]) => isOwn(key));
  const ids = own.flatMap(([key, list]) => list.map(() => key));
  return { ids, delete: (key) => void lists.set(key, lists.get(key)?.slice(1) ?? []) };
}

function deleteWhere<Row>(rows: Map<string, Row>, isGone: (row: Row) => boolean): void {
  for (const [id, row] of rows) if (isGone(row)) rows.delete(id);
}

function byOwner(a: OwnedSettings, b: OwnedSettings): number {
  const byUser = compareCodePoints(a.user, b.user);
  if (byUser !== 0) return byUser;
  return compareCodePoints(a.retailer, b.retailer) || a.version - b.version;
}
