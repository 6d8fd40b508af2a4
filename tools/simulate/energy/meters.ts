import { createHash } from 'node:crypto';
import {
  type MeasurementTarget,
  recordConsumption,
  recordProduction,
  type SentMeasurements,
  uploadMeasurements,
} from '@solano/domain/energy';
import { MICRO, QUARTER_MS } from '@solano/domain/kernel';
import { type Customer, takeBackUpload, uploadsOf } from '@solano/domain/service';
import type { MemoryDatabase } from '@solano/memory';
import { listed } from './check.ts';
import { BEGINNING, GROUPS, PORTFOLIO, QUARTERS, type SentDelivery } from './ledger.ts';
import type { EnergyParts } from './parts.ts';
import { type Client, repeat } from './repeat.ts';

export const AUTHOR = { actor: 'key k1', origin: '192.0.2.1', requestId: 'request' };

/** Customers who send measured energy, as files and as values, repeat files and take some back. */
export class Meters {
  readonly #client: Client;
  readonly #memory: MemoryDatabase;
  /** Deliveries that are not finished. */
  pending = 0;

  /** @param client is never killed. */
  constructor(client: Client, memory: MemoryDatabase) {
    this.#client = client;
    this.#memory = memory;
  }

  /** Plans deliveries, and lists that are read in between. */
  plan(customerIds: readonly string[], withinMs: number): void {
    const { random, ledger } = this.#client.setting;
    for (let number = random.integer(0, 10); number > 0; number -= 1) {
      const customerId = random.pick(customerIds);
      const target: MeasurementTarget = random.chance(0.5) ? { kind: 'production' } : PORTFOLIO;
      const names = target.kind === 'production' ? this.#plants(customerId) : GROUPS;
      const isFile = random.chance(0.7);
      const first = random.integer(0, QUARTERS - 8);
      const quarters = random.integer(2, 8);
      const series = isFile && random.chance(0.7) ? names : [random.pick(names)];
      const sent = { number, customerId, target, series, first, quarters };
      ledger.energy.sent.push(sent);
      this.pending += 1;
      this.#client.host.after(random.between(0, withinMs), () => void this.#deliver(sent, isFile));
    }
    for (let lists = random.integer(0, 4); lists > 0; lists -= 1) {
      this.#client.host.after(random.between(0, withinMs), () => void this.#readList());
    }
  }

  #plants(customerId: string): string[] {
    const own = [...this.#memory.plants.values()].filter(
      (plant) => plant.customerId === customerId,
    );
    return own.map(({ name }) => name);
  }

  /** Keeps what the lists show as of now. */
  async #readList(): Promise<void> {
    const { energy } = this.#client.setting.ledger;
    const asOf = this.#client.host.clock.now();
    const changes = energy.changes.length;
    energy.lists.push({ asOf, changes, text: await listed(this.#memory, energy, asOf) });
  }

  async #deliver(sent: SentDelivery, isFile: boolean): Promise<void> {
    await (isFile ? this.#deliverFile(sent) : this.#deliverValues(sent));
    this.pending -= 1;
  }

  async #deliverValues({ number, customerId, target, series, first, quarters }: SentDelivery) {
    const [name = ''] = series;
    const values = Array.from({ length: quarters }, (_, i) => {
      const start = BEGINNING + (first + i) * QUARTER_MS;
      return { start, step: 15, microMw: number * MICRO } as const;
    });
    const given = { source: AUTHOR, customerId, values };
    const recorded = await this.#request((energy) =>
      target.kind === 'production'
        ? recordProduction(energy, { ...given, plantName: name, force: false })
        : recordConsumption(energy, { ...given, series: { ...target, group: name } }),
    );
    if (recorded) this.#client.setting.ledger.energy.acknowledged.add(number);
  }

  /** Sends a file until there is a response, some files again, and takes some back. */
  async #deliverFile(sent: SentDelivery): Promise<void> {
    const customer = this.#memory.customers.get(sent.customerId) as Customer;
    const { random, ledger } = this.#client.setting;
    const file = fileOf(sent);
    for (let times = random.integer(1, 3); times > 0; times -= 1) {
      const outcome = await this.#request((energy) =>
        uploadMeasurements(energy, { source: AUTHOR, customer, target: sent.target, file }),
      );
      if (!outcome || outcome.kind === 'read') {
        return ledger.violate(`File ${sent.number} was rejected: ${JSON.stringify(outcome)}.`);
      }
      ledger.energy.acknowledged.add(sent.number);
      await this.#client.host.pause(random.between(0, 3_000));
      if (random.chance(0.4)) await this.#takeBack(customer, sent.target, outcome.upload.id);
    }
  }

  async #takeBack(
    { id: customerId }: Customer,
    target: MeasurementTarget,
    id: string,
  ): Promise<void> {
    const taking = { source: AUTHOR, customerId, id };
    await this.#request((energy) => {
      const uploads = uploadsOf(energy.fileUploads, target);
      return takeBackUpload(energy, target.kind, uploads, taking);
    });
    this.#client.setting.ledger.energy.takenBack.add(id);
  }

  #request<T>(work: (energy: EnergyParts) => Promise<T>): Promise<T | undefined> {
    return repeat(this.#client, ({ energy }) => work(energy));
  }
}

function fileOf({ number, target, series, first, quarters }: SentDelivery): SentMeasurements {
  const rows = series.flatMap((name) =>
    Array.from({ length: quarters }, (_, i) => {
      const end = new Date(BEGINNING + (first + i + 1) * QUARTER_MS);
      return `${name};${end.toISOString().slice(0, 19)}Z;${number}`;
    }),
  );
  const column = target.kind === 'production' ? 'plant_id' : 'group';
  const content = Buffer.from(`${column};end_time_utc;mw\n${rows.join('\n')}\n`);
  const digest = createHash('sha256').update(content).digest('hex');
  return { name: `${number}.csv`, content, digest, isDryRun: false, options: {} };
}
