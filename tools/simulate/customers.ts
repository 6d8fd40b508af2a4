import {
  deliveryTimes,
  PURCHASE_STATUSES,
  type Purchase,
  type PurchaseStatus,
  readSeries,
  type Submission,
} from '@solano/domain/desk';
import { isSolanoError } from '@solano/domain/kernel';
import type { Host } from './host.ts';
import type { Network } from './network.ts';
import type { Setting } from './setting.ts';

const AUTHOR = { actor: 'key k1', origin: '192.0.2.1', requestId: 'request' };

/** Customers who submit purchases and update some of them, each as one life. */
export class Customers {
  readonly #setting: Setting;
  readonly #network: Network;
  readonly #host: Host;
  /** Customers with remaining work. */
  pending = 0;

  /** @param host is never killed. */
  constructor(setting: Setting, network: Network, host: Host) {
    this.#setting = setting;
    this.#network = network;
    this.#host = host;
  }

  /** Plans the life of a purchase, whose only item has so many MW: it is known by them. */
  plan(megawatts: number, customerId: string, withinMs: number): void {
    const { random } = this.#setting;
    this.pending += 1;
    const hasKey = random.chance(0.5);
    const items = [{ datetime: '2026-11-24 12:00', purchase: megawatts }];
    const series = JSON.stringify(items);
    const submission: Submission = {
      customerId,
      user: 'ana',
      retailer: 'r',
      rows: 1,
      ...deliveryTimes(readSeries(items)),
      series,
      author: AUTHOR,
      fingerprint: series,
      ...(hasKey && { idempotencyKey: `key-${megawatts}` }),
    };
    this.#host.after(random.between(0, withinMs), () => void this.#live(submission));
  }

  async #live(submission: Submission): Promise<void> {
    const purchase = await this.#submit(submission);
    const { random } = this.#setting;
    for (let left = random.integer(-4, 2); purchase && left > 0; left -= 1) {
      await this.#host.pause(random.between(0, random.pick([200, 2_000, 8_000])));
      await this.#update(purchase, left);
    }
    this.pending -= 1;
  }

  /** Submits until it gets a response, where it has a key; without one it may not be repeated. */
  async #submit(submission: Submission): Promise<Purchase | undefined> {
    const { random, ledger } = this.#setting;
    const isRepeatable = submission.idempotencyKey !== undefined;
    for (;;) {
      const { client } = this.#setting.faults;
      try {
        const purchase = await this.#network.request(
          this.#host,
          isRepeatable ? client : { ...client, doubled: 0 },
          (service) => service.submit(submission),
        );
        ledger.answered(submission.series, purchase.id);
        // Some did not see the response of another attempt, which is still on its way.
        if (!isRepeatable || random.chance(0.7)) return purchase;
      } catch (error) {
        if (!isRepeatable && !isSolanoError(error, 'too_many_waiting')) return undefined;
      }
      await this.#host.pause(random.between(0, 3_000));
    }
  }

  async #update({ id, user, customerId }: Purchase, nonce: number): Promise<void> {
    const { random, faults } = this.#setting;
    const status: PurchaseStatus | undefined = random.chance(0.4)
      ? random.pick(PURCHASE_STATUSES)
      : undefined;
    const json = JSON.stringify({ idmodel: 9, value: {}, nonce: `${id} ${nonce}` });
    const update = {
      outputs: [{ idmodel: 9, json }],
      ...(status && { status }),
      source: 'customer' as const,
      author: AUTHOR,
    };
    const address = { id, user, customerId };
    await this.#network
      .request(this.#host, faults.client, (service) => service.update(address, update))
      .catch(() => {});
  }
}
