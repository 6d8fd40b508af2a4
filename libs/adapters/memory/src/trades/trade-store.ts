import {
  countingDays,
  type DeliveredDay,
  type TradeDelivery,
  type TradedDay,
  type TradeStore,
} from '@solano/domain/desk';
import type { Page } from '@solano/domain/kernel';
import type { AuditEntry, Portfolio } from '@solano/domain/service';
import { MemoryStore, pageOf } from '../database.ts';
import type { TradedDayRow } from '../delivered-rows.ts';

export class MemoryTradeStore extends MemoryStore implements TradeStore {
  async record(
    { customerId, portfolio: { user, retailer }, deliveredAt, upload }: TradeDelivery,
    days: readonly TradedDay[],
    entry: AuditEntry,
  ): Promise<number | undefined> {
    this.database.requireCustomer(customerId);
    const { fileUploads, tradedDays } = this.database;
    const isThere = [...fileUploads.values()].some(
      (each) =>
        each.takenBackAt === undefined &&
        each.upload.customerId === customerId &&
        each.upload.digest === upload?.digest,
    );
    if (isThere) return undefined;
    const portfolio = { user, retailer };
    const before = countingDays(this.#deliveries(customerId, portfolio));
    return this.database.audited(entry, () => {
      if (upload) fileUploads.set(upload.id, structuredClone({ upload }));
      let replaced = 0;
      for (const delivered of structuredClone(days)) {
        const { session, day } = delivered;
        const known = before.find((each) => each.session === session && each.day === day);
        replaced += known?.trades.length ?? 0;
        const row = { customerId, portfolio, delivered, deliveredAt, upload: upload?.id };
        tradedDays.set(`${tradedDays.size} ${crypto.randomUUID()}`, row);
      }
      return replaced;
    });
  }

  async executed(
    customerId: string,
    portfolio: Portfolio,
    from: string,
    to: string,
    at?: Date,
  ): Promise<DeliveredDay[]> {
    const own = this.#deliveries(customerId, portfolio);
    return countingDays(
      own.filter(({ day }) => day >= from && day <= to),
      at,
    );
  }

  async deliveries(customerId: string, portfolio: Portfolio, page: Page): Promise<DeliveredDay[]> {
    return pageOf(this.#deliveries(customerId, portfolio), page);
  }

  #deliveries(customerId: string, { user, retailer }: Portfolio): DeliveredDay[] {
    const own = [...this.database.tradedDays.values()].filter(
      ({ customerId: owner, portfolio }) =>
        owner === customerId && portfolio.user === user && portfolio.retailer === retailer,
    );
    own.sort((a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime());
    return own.map((row) => this.#delivered(row));
  }

  #delivered({ delivered, deliveredAt, upload }: TradedDayRow): DeliveredDay {
    const takenBackAt = this.database.fileUploads.get(upload ?? '')?.takenBackAt;
    return structuredClone({ ...delivered, deliveredAt, takenBackAt });
  }
}
