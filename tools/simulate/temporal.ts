import { type PurchaseSteps, type PurchaseWorkflow, reasonOf } from '@solano/domain/desk/jobs';
import { SolanoError } from '@solano/domain/kernel';
import { backOff, isTransient } from '@solano/domain/service';
import type { Host } from './host.ts';
import type { Setting } from './setting.ts';

const RETRIES = { firstMs: 1_000, factor: 2, longestMs: 8_000, forMs: Infinity };
/** A worker without a heartbeat for so long is given up: another runs the step. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 1_500;

/** A process that carries out the steps. */
export interface TemporalWorker {
  readonly host: Host;
  readonly steps: PurchaseSteps;
}

type Step = (worker: TemporalWorker, attempt: number) => Promise<unknown>;

/**
 * A stand-in for a Temporal cluster: it runs each purchase's steps at least once on whichever worker
 * is there, and may lose its data. The real one is tested by the suites of its adapter.
 */
export class SimulatedTemporal {
  readonly #setting: Setting;
  readonly #workers: () => readonly TemporalWorker[];
  /** Whether the workflow of a purchase has ended. */
  #runs = new Map<string, { hasEnded: boolean }>();

  constructor(setting: Setting, workers: () => readonly TemporalWorker[]) {
    this.#setting = setting;
    this.#workers = workers;
  }

  loseData(): void {
    this.#runs = new Map();
  }

  /** The cluster as a process reaches it. */
  client(host: Host): PurchaseWorkflow {
    return {
      check: async () => {},
      start: async (id, { again = false } = {}) => {
        const { random, faults } = this.#setting;
        const { lost, responseLost } = faults.database;
        await host.pause(random.between(0, faults.latencyMs));
        const isLost = random.chance(lost);
        const run = this.#runs.get(id);
        if (!isLost && (!run || (again && run.hasEnded))) this.#start(id);
        if (!isLost && !random.chance(responseLost)) return;
        await host.pause(REQUEST_TIMEOUT_MS);
        throw new SolanoError('engine_unavailable', 'The simulated engine does not answer.');
      },
    };
  }

  #start(id: string): void {
    const run = { hasEnded: false };
    this.#runs.set(id, run);
    const does = (step: Step) => this.#persist(() => this.#runs.get(id) === run, step);
    void (async () => {
      try {
        const continues = await does(({ steps }, attempt) => steps.begin(id, attempt));
        if (continues) await does(({ steps }, attempt) => steps.complete(id, attempt));
      } catch (error) {
        const reason = reasonOf(error);
        await does(({ steps }, attempt) => steps.abandon(id, reason, attempt));
      }
      run.hasEnded = true;
    })();
  }

  /** Retries a step for as long as the cluster knows of it. Errors: those that are final. */
  async #persist(isWanted: () => boolean, step: Step): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#try(step, attempt);
      } catch (error) {
        if (!isTransient(error)) throw error;
      }
      await this.#pause(backOff(RETRIES, attempt));
      if (!isWanted()) return new Promise(() => {});
    }
  }

  #try(step: Step, attempt: number): Promise<unknown> {
    const { random, scheduler } = this.#setting;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    scheduler.after(HEARTBEAT_TIMEOUT_MS, () => reject(new Error('heartbeat timeout')));
    const workers = this.#workers().filter(({ host }) => host.isAlive);
    if (workers.length === 0) return promise;
    const worker = random.pick(workers);
    worker.host.after(0, () => {
      step(worker, attempt).then(
        (value) => worker.host.after(0, () => resolve(value)),
        (error: Error) => worker.host.after(0, () => reject(error)),
      );
    });
    return promise;
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#setting.scheduler.after(ms, resolve);
    return promise;
  }
}
