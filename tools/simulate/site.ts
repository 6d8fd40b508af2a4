import type { EvaluationText, StrategyStore } from '@solano/domain/desk';
import { SolanoError } from '@solano/domain/kernel';
import { type MemoryObjectStore, MemoryStrategyStore } from '@solano/memory';
import type { SimulatedDatabase } from './database.ts';
import type { Endpoints } from './endpoints.ts';
import { energyParts } from './energy/parts.ts';
import { Host, WallClock } from './host.ts';
import type { Network } from './network.ts';
import { Service, type ServiceParts, stepsOf } from './service.ts';
import type { Setting } from './setting.ts';
import { ObservedPurchaseStore, ObservedWebhookStore } from './stores.ts';
import type { SimulatedTemporal, TemporalWorker } from './temporal.ts';

/** A frozen or cut-off worker has lost its jobs by then. */
const MAX_SILENCE_MS = 4_500;

/** The servers that the processes of a world connect to. */
export interface Surroundings {
  readonly setting: Setting;
  readonly database: SimulatedDatabase;
  readonly objects: MemoryObjectStore;
  readonly network: Network;
  readonly endpoints: Endpoints;
  /** Undefined: the job queue carries the purchases out. */
  readonly temporal: SimulatedTemporal | undefined;
  readonly maxWaitingPurchases: number;
  /** Whether the purchase of so many MW cannot be computed. */
  readonly isFailing: (megawatts: number) => boolean;
  readonly newId: () => string;
}

/** A machine on which a process of the API, and with Temporal a worker, is started again whenever it ends. */
export class Site {
  readonly name: string;
  readonly clock: WallClock;
  readonly #world: Surroundings;
  #starts = 0;
  host: Host;
  service: Service | undefined;
  worker: TemporalWorker | undefined;

  constructor(name: string, world: Surroundings) {
    this.name = name;
    this.clock = new WallClock(world.setting.scheduler);
    this.#world = world;
    this.host = this.#newHost();
  }

  start(): void {
    this.host = this.#newHost();
    const { setting, network, endpoints, temporal } = this.#world;
    const { host } = this;
    const webhooks = this.#webhooks();
    const parts = {
      ...this.#parts(),
      webhooks: setting.bug.webhooks?.(webhooks.remote) ?? webhooks.remote,
      queue: this.#world.database.queue(host),
      sender: endpoints.sender(host, (id) => webhooks.statuses.get(id)),
      workflow: temporal?.client(host),
    };
    this.service = Service.start(parts, setting);
    this.worker = temporal && { host, steps: stepsOf(parts, network.callbacks(host)) };
    setting.trace(() => `${host.name} starts`);
  }

  /** Kills the process, and starts it again after a while. */
  kill(restartMs: number): void {
    const { setting, database } = this.#world;
    const { host } = this;
    setting.trace(() => `${host.name} is killed`);
    host.kill();
    this.service = undefined;
    this.worker = undefined;
    setting.scheduler.after(setting.random.between(0, 1_000), () => database.loseConnections(host));
    setting.scheduler.after(restartMs, () => this.start());
  }

  freeze(ms: number): void {
    this.#world.setting.trace(() => `${this.host.name} is frozen for ${ms} ms`);
    this.host.freeze(ms);
    this.#loseSessionsAfterSilence(ms);
  }

  /** Cuts it off from the database. */
  cut(ms: number): void {
    const { setting } = this.#world;
    setting.trace(() => `${this.host.name} is cut off for ${ms} ms`);
    this.host.cutUntil = setting.scheduler.now + ms;
    this.#loseSessionsAfterSilence(ms);
  }

  #loseSessionsAfterSilence(ms: number): void {
    const { setting, database } = this.#world;
    const { host } = this;
    const silenceMs = setting.random.between(3_000, MAX_SILENCE_MS);
    if (ms > silenceMs) setting.scheduler.after(silenceMs, () => database.loseConnections(host));
  }

  #newHost(): Host {
    this.#starts += 1;
    return new Host(`${this.name}.${this.#starts}`, this.clock, this.#world.setting.scheduler);
  }

  #parts() {
    const { host } = this;
    const { database, setting, newId, maxWaitingPurchases } = this.#world;
    const { memory } = database;
    const local = new ObservedPurchaseStore(memory, setting.ledger);
    const remote = database.connect(host, local);
    const call = <T>(work: () => Promise<T>) => database.call(host, work);
    const strategies: StrategyStore = database.connect(host, new MemoryStrategyStore(memory));
    return {
      host,
      purchases: setting.bug.purchases?.({ remote, local, memory, call }) ?? remote,
      strategies,
      ...energyParts(this.#world, host),
      splitter: this.#splitter(),
      newId,
      maxWaitingPurchases,
    };
  }

  #webhooks() {
    const { database } = this.#world;
    const local = new ObservedWebhookStore(database.memory);
    return { remote: database.connect(this.host, local), statuses: local.statuses };
  }

  /** Stands in for the models: its output names the purchase. */
  #splitter(): ServiceParts['splitter'] {
    const { setting, isFailing } = this.#world;
    const { host } = this;
    return {
      async split({ inputs }) {
        const megawatts = inputs.items[0]?.megawatts ?? 0;
        await host.pause(setting.random.between(0, 500));
        if (isFailing(megawatts)) {
          throw new SolanoError('computation_failed', 'The simulated split has failed.');
        }
        const json = JSON.stringify({ idmodel: 1, value: {}, megawatts });
        const outputs = [{ idmodel: 1, json }];
        return { outputs, error: '', failures: [], evaluation: evaluationOf(`[${json}]`) };
      },
      async evaluate(_, outputs) {
        await host.pause(setting.random.between(0, 100));
        return evaluationOf(`[${outputs.join()}]`);
      },
    };
  }
}

/** Says of which outputs it is. */
function evaluationOf(outputs: string): EvaluationText {
  return { figures: outputs, prices: '[]', deliveredAt: '2026-11-24T11:00:00.000Z' };
}
