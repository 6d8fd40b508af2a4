import type { Addition, Purchase, PurchaseChange } from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import type { Delivery, Webhook } from '@solano/domain/service';
import { type MemoryDatabase, MemoryPurchaseStore, MemoryWebhookStore } from '@solano/memory';
import type { Ledger } from './ledger.ts';

/** The store of the simulated database: the ledger learns of each commit at its moment. */
export class ObservedPurchaseStore extends MemoryPurchaseStore {
  readonly #database: MemoryDatabase;
  readonly #ledger: Ledger;

  constructor(database: MemoryDatabase, ledger: Ledger) {
    super(database);
    this.#database = database;
    this.#ledger = ledger;
  }

  override add(purchase: Purchase, series: JsonText, addition: Addition) {
    // All of it happens before the first promise is waited for.
    const result = super.add(purchase, series, addition);
    if (this.#database.purchases.has(purchase.id)) this.#ledger.added(purchase);
    return result;
  }

  override update(id: string, change: (purchase: Purchase) => PurchaseChange | undefined) {
    const seen: { purchase?: Purchase; change?: PurchaseChange | undefined } = {};
    const result = super.update(id, (purchase) => {
      seen.purchase = purchase;
      seen.change = change(purchase);
      return seen.change;
    });
    if (seen.purchase && seen.change) {
      this.#ledger.changed(seen.purchase, seen.change, this.#webhooks(seen.purchase));
    }
    return result;
  }

  #webhooks({ customerId }: Purchase): Webhook[] {
    const all = [...this.#database.webhooks.values()];
    return all.filter((each) => each.customerId === customerId && each.disabledAt === null);
  }
}

/** Remembers the status in which each delivery was read last, for the sending that follows. */
export class ObservedWebhookStore extends MemoryWebhookStore {
  readonly statuses = new Map<string, Delivery['status']>();

  override async delivery(id: string) {
    const found = await super.delivery(id);
    if (found) this.statuses.set(id, found.delivery.status);
    return found;
  }
}
