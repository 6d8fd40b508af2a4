import type { DeviationStore, MeasuredPortfolio, PublishedDay } from '@solano/domain/desk';
import type { NewDelivery, Portfolio } from '@solano/domain/service';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';
import { addDeliveries } from '../webhooks/deliveries.ts';

export class MemoryDeviationStore extends MemoryStore implements DeviationStore {
  async portfolios(): Promise<MeasuredPortfolio[]> {
    const found = new Map<string, MeasuredPortfolio>();
    for (const { customerId, series, runs, revision } of this.database.measurements.values()) {
      if (series.kind !== 'consumption') continue;
      const { user, retailer } = series;
      const key = keyOf(customerId, series);
      const known = found.get(key);
      const starts = runs.map(({ start }) => start);
      const first = Math.min(...starts, known?.firstStart.getTime() ?? Number.POSITIVE_INFINITY);
      const sum = (known?.revision ?? 0) + revision;
      found.set(key, { customerId, user, retailer, firstStart: new Date(first), revision: sum });
    }
    return [...found.values()];
  }

  async computedFrom(customerId: string, portfolio: Portfolio): Promise<string | undefined> {
    return this.database.deviations.get(keyOf(customerId, portfolio))?.computedFrom;
  }

  async revisions(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
  ): Promise<PublishedDay[]> {
    const days = this.database.deviations.get(keyOf(customerId, portfolio))?.days ?? [];
    return copied(
      days
        .filter(({ day }) => day >= from && day <= to)
        .sort((a, b) => (a.day === b.day ? a.revision - b.revision : a.day < b.day ? -1 : 1)),
    );
  }

  async publish(
    customerId: string,
    portfolio: Portfolio,
    days: readonly PublishedDay[],
    { computedFrom, deliveries }: { computedFrom: string; deliveries: readonly NewDelivery[] },
  ): Promise<boolean> {
    if (!this.database.customers.has(customerId)) return false;
    const { user, retailer } = portfolio;
    const key = keyOf(customerId, portfolio);
    const present = this.database.deviations.get(key)?.days ?? [];
    const nameOf = ({ day, revision }: PublishedDay) => `${day} ${revision}`;
    const names = new Set(present.map(nameOf));
    if (days.some((each) => names.has(nameOf(each)))) return false;
    addDeliveries(this.database, null, copied(deliveries));
    const row = { customerId, user, retailer, computedFrom, days: [...present, ...copied(days)] };
    this.database.deviations.set(key, row);
    return true;
  }
}

function keyOf(customerId: string, { user, retailer }: Portfolio): string {
  return JSON.stringify([customerId, user, retailer]);
}
