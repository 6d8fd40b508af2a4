import { createHash } from 'node:crypto';
import { dateAfter, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import {
  acceptHeld,
  MARKETS,
  type MarketTaskDeps,
  marketTask,
  PRICE_LIMITS,
} from '@solano/domain/market';
import type { Job } from '@solano/domain/service';
import { webhookBody } from '@solano/http/webhook-body';
import { MemoryDatabase, MemoryMarketDataStore, MemoryPriceStore } from '@solano/memory';
import { MarketYear } from './market-year.ts';
import { randomFrom } from './random.ts';
import { SimulatedEsios, SimulatedOmie, type SimulatedWorld } from './simulated-sources.ts';

const POLL_INTERVAL_MS = 5 * MINUTE_MS;
/** The process is killed in so many of the calls of a store. */
const KILLED = 0.0005;

class Killed extends Error {}

export interface SimulationOptions {
  readonly seed: number;
  /** The Madrid day on which the service starts, with nothing known of the market. */
  readonly first: string;
  readonly days: number;
  readonly skipsIdleLooks: boolean;
}

/** Some days of market data by a virtual clock, with one process at a time that is killed at random. */
export class Simulation implements SimulatedWorld {
  readonly year: MarketYear;
  readonly paced = new Map<string, number[]>();
  readonly sentTo = new Map<string, number>();
  readonly objects = new Map<string, Uint8Array>();
  readonly database = new MemoryDatabase();
  readonly market = new MemoryMarketDataStore(this.database);
  readonly prices = new MemoryPriceStore(this.database);
  /** How often each warning was logged. */
  readonly warnings = new Map<string, number>();
  kills = 0;
  predictions = 0;
  /** When the service starts, in ms. */
  readonly start: number;
  readonly #end: number;
  #now: number;
  #ids = 0;
  #subject = '';
  /** When the look began that ended last, also where the process was killed in it (ms). */
  #polledFrom = Infinity;
  readonly #due = new Map<string, Pick<Job, 'reason'> & { at: number }>();
  readonly #random: () => number;

  readonly #skipsIdleLooks: boolean;

  constructor({ seed, first, days, skipsIdleLooks }: SimulationOptions) {
    this.start = Date.parse(`${first}T00:00:00Z`);
    this.#end = Date.parse(`${dateAfter(first, days)}T00:00:00Z`);
    this.#now = this.start;
    this.#skipsIdleLooks = skipsIdleLooks;
    this.year = new MarketYear(seed);
    this.#random = randomFrom(seed + 1);
  }

  now(): number {
    return this.#now;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  onRequest(source: string): void {
    this.sentTo.set(source, (this.sentTo.get(source) ?? 0) + 1);
    if (this.#subject !== 'back-fill') return;
    const times = this.paced.get(source) ?? [];
    times.push(this.#now);
    this.paced.set(source, times);
  }

  get sources() {
    return [new SimulatedOmie(this), new SimulatedEsios(this)];
  }

  digestOf(content: Uint8Array): string {
    return createHash('sha256').update(content).digest('hex');
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }

  readonly store = {
    put: async (key: string, content: Uint8Array) => void this.objects.set(key, content),
    get: async (key: string) => {
      const content = this.objects.get(key);
      if (!content) return undefined;
      const info = { key, etag: '', modifiedAt: new Date(0), size: content.length };
      return { ...info, content: [content], cancel() {} } as never;
    },
  };

  /** Runs the jobs of one process after another until the days are over. */
  async run(): Promise<void> {
    const due = this.#due;
    let task = marketTask(this.#deps());
    for (const { subject } of task.standing?.() ?? [])
      due.set(subject, { at: this.start, reason: '' });
    while (this.#now < this.#end) {
      const [subject, { at, reason }] = [...due].reduce((a, b) => (b[1].at < a[1].at ? b : a));
      this.#now = Math.max(this.#now, at);
      this.#subject = subject;
      if (subject === 'look') this.#polledFrom = Math.min(this.#polledFrom, this.#now);
      try {
        const next = await task.step({ ...JOB, subject, reason });
        const { due: time, reason: lastReason = '' } = next as {
          due: { at: Date };
          reason?: string;
        };
        const at = time.at.getTime();
        due.set(subject, {
          at: subject === 'look' ? this.#withoutIdle(at) : at,
          reason: lastReason,
        });
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.kills += 1;
        this.#now += 5_000;
        task = marketTask(this.#deps());
      }
      if (subject === 'back-fill') await this.#accept();
    }
  }

  /**
   * The last look before anything changes: those before it would find what the one that was found.
   * Of ten looks nine are left out, so that a month takes a second or two.
   */
  #withoutIdle(at: number): number {
    const from = this.#polledFrom;
    this.#polledFrom = Infinity;
    if (!this.#skipsIdleLooks) return at;
    const idle = Math.floor((this.year.changeAfter(from) - at) / POLL_INTERVAL_MS);
    return at + Math.max(0, idle) * POLL_INTERVAL_MS;
  }

  /** What is held is accepted by an operator some time later. */
  async #accept(): Promise<void> {
    for (const market of MARKETS) {
      for (const { date, held } of this.database.marketDays.get(market)?.values() ?? []) {
        if (!held || this.#now - held.document.receivedAt.getTime() < HOUR_MS) continue;
        await acceptHeld(
          { ...this.#deps(), market: this.market, objects: this.store },
          market,
          date,
        );
      }
    }
  }

  #deps(): MarketTaskDeps {
    return {
      sources: this.sources,
      limits: PRICE_LIMITS,
      market: this.#mortal(this.market),
      prices: this.prices,
      objects: this.#mortal(this.store),
      clock: () => new Date(this.#now),
      newId: () => this.newId(),
      messageText: webhookBody,
      digestOf: (content) => this.digestOf(content),
      queue: {
        add: async (jobs) => {
          for (const { subject } of jobs) {
            const { reason = '' } = this.#due.get(subject) ?? {};
            if (subject !== this.#subject) this.#due.set(subject, { reason, at: this.#now });
          }
        },
      },
      pause: async (ms) => this.pass(ms),
      log: { info() {}, warn: (fields, message) => this.#count(fields, message), error() {} },
      plan: { everyMs: POLL_INTERVAL_MS, seed: 'year' },
      predict: async () => {
        this.predictions += 1;
      },
    };
  }

  #count(fields: object, message: string): void {
    const warning = JSON.stringify({ message, ...fields });
    this.warnings.set(warning, (this.warnings.get(warning) ?? 0) + 1);
  }

  /** The same, but that the process is killed before or after some of the calls. */
  #mortal<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          const chance = this.#random();
          if (chance < KILLED / 2) throw new Killed();
          const result = await method.apply(target, args);
          if (chance < KILLED) throw new Killed();
          return result;
        };
      },
    });
  }
}

const JOB: Job = {
  kind: 'market',
  subject: '',
  lane: '',
  step: '',
  reason: '',
  attempt: 1,
  misconfigured: 0,
};
