import { aPlant } from '@solano/domain/contracts';
import { rerunFailed, resubmitPurchases } from '@solano/domain/desk/jobs';
import { DAY_MS, HOUR_MS } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import {
  MemoryCustomerStore,
  MemoryObjectStore,
  MemoryPlantStore,
  MemoryStrategyStore,
  MemoryWebhookStore,
} from '@solano/memory';
import { violationsAtRest } from './check.ts';
import { Customers } from './customers.ts';
import { SimulatedDatabase } from './database.ts';
import { Endpoints } from './endpoints.ts';
import { energyViolations } from './energy/check.ts';
import { deviationViolations } from './energy/check-deviation.ts';
import { Meters } from './energy/meters.ts';
import { Traders } from './energy/traders.ts';
import { drawFaults, WELL } from './faults.ts';
import { Host, WallClock } from './host.ts';
import { Ledger } from './ledger.ts';
import { Network } from './network.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { Random } from './random.ts';
import { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import type { Setting } from './setting.ts';
import { Site, type Surroundings } from './site.ts';
import { ObservedPurchaseStore } from './stores.ts';
import { SimulatedTemporal, type TemporalWorker } from './temporal.ts';

/** How long things go wrong, and how long all may take to be settled afterwards. */
const FAULTS_MS = 20_000;
const SETTLE_TIMEOUT_MS = 180_000;
/** Nothing is under way any more when it has been quiet for so long. */
const QUIET_MS = 2_000;
const CLOSE_TIMEOUT_MS = 30_000;

const CUSTOMERS = ['c1', 'c2'];
/** Of each customer; a plant is its own name. */
const PLANTS = ['p1', 'p2'];
const OPERATOR = { actor: 'operator', origin: '', requestId: null };
/** Models that need prices are off. */
const MODELS = [1, 2, 3, 4, 5, 6].map((idmodel) => {
  return { idmodel, enabled: idmodel < 3, parameters: {} };
});

export interface WorldOptions {
  readonly seed: number;
  /** Which of the worlds of the seed it is. */
  readonly index: number;
  readonly bug: PlantedBug;
  readonly trace?: (line: string) => void;
}

export interface WorldResult {
  /** Purchases from their submission to their end. */
  readonly lives: number;
  readonly violations: readonly string[];
  readonly virtualMs: number;
}

/** Runs one simulated world to its end: the same options give the same result. */
export async function runWorld(options: WorldOptions): Promise<WorldResult> {
  return new World(options).run();
}

class World {
  readonly #setting: Setting;
  readonly #world: Surroundings;
  readonly #sites: readonly Site[];
  readonly #customers: Customers;
  readonly #meters: Meters;
  readonly #traders: Traders;
  readonly #outside: Host;
  /** Numbers of submissions, and of ids. */
  #lives = 0;
  #ids = 0;

  constructor({ seed, index, bug, trace }: WorldOptions) {
    const scheduler = new Scheduler();
    const random = new Random(seed, index);
    const tell = (text: () => string) => trace?.(`${scheduler.now.toFixed(1)} ${text()}`);
    const faults = drawFaults(random);
    const setting: Setting = {
      scheduler,
      random,
      faults,
      ledger: new Ledger(tell),
      bug,
      trace: tell,
    };
    tell(() => JSON.stringify(faults));
    const share = random.pick([0, faults.failing]);
    const failing = new Set(
      Array.from({ length: 100 }, (_, i) => i).filter(() => random.chance(share)),
    );
    const network = new Network(setting, () => this.#services());
    const temporal = random.chance(0.2)
      ? new SimulatedTemporal(setting, () => this.#workers())
      : undefined;
    this.#setting = setting;
    this.#world = {
      setting,
      database: new SimulatedDatabase(setting),
      objects: new MemoryObjectStore(() => new Date(scheduler.now)),
      network,
      endpoints: new Endpoints(setting),
      temporal,
      maxWaitingPurchases: random.pick([0, 0, 3]),
      isFailing: (megawatts) => failing.has(megawatts),
      newId: () => {
        this.#ids += 1;
        return `id${this.#ids}`;
      },
    };
    const sites = random.integer(1, 3);
    this.#sites = Array.from({ length: sites }, (_, i) => new Site(`api${i + 1}`, this.#world));
    this.#outside = new Host('outside', new WallClock(scheduler), scheduler);
    this.#customers = new Customers(setting, network, this.#outside);
    const client = { setting, network, host: this.#outside };
    this.#meters = new Meters(client, this.#world.database.memory);
    this.#traders = new Traders(client, this.#world.database.memory);
  }

  async run(): Promise<WorldResult> {
    const { scheduler, random } = this.#setting;
    await this.#prepare();
    for (const site of this.#sites) site.start();
    const count = random.integer(5, 40);
    for (; this.#lives < count; this.#lives += 1) {
      this.#customers.plan(this.#lives, random.pick(CUSTOMERS), FAULTS_MS);
    }
    this.#meters.plan(CUSTOMERS, FAULTS_MS);
    this.#traders.plan(CUSTOMERS, FAULTS_MS);
    this.#planTrouble();
    await scheduler.run(() => scheduler.now >= FAULTS_MS);
    this.#makeWell();
    const until = scheduler.now + SETTLE_TIMEOUT_MS;
    do {
      await scheduler.run(() => this.#isAtRest() || scheduler.now > until);
      const soFar = scheduler.now;
      await scheduler.run(() => scheduler.now > soFar + QUIET_MS);
    } while (!this.#isAtRest() && scheduler.now < until);
    const violations = this.#isAtRest() ? [] : ['Not everything had come to rest in time.'];
    for (const service of this.#services()) void service.close();
    // What is still on its way arrives.
    const closed = scheduler.now;
    await scheduler.run(() => scheduler.now > closed + CLOSE_TIMEOUT_MS);
    const { memory } = this.#world.database;
    const { ledger } = this.#setting;
    const found = violationsAtRest(memory, ledger, this.#world.isFailing);
    found.push(...(await energyViolations(memory, ledger.energy)));
    found.push(...(await deviationViolations(memory, ledger.energy)));
    return {
      lives: this.#lives,
      violations: [...violations, ...found],
      virtualMs: scheduler.now,
    };
  }

  #services(): Service[] {
    return this.#sites.flatMap(({ service }) => service ?? []);
  }

  #workers(): TemporalWorker[] {
    return this.#sites.flatMap(({ worker }) => worker ?? []);
  }

  #isAtRest(): boolean {
    const { database, network } = this.#world;
    const isQuiet = network.inFlight === 0 && database.inFlight === 0;
    return (
      isQuiet &&
      this.#customers.pending + this.#meters.pending + this.#traders.pending === 0 &&
      database.memory.jobs.size === 0
    );
  }

  async #prepare(): Promise<void> {
    const { memory } = this.#world.database;
    const { random, faults } = this.#setting;
    const at = this.#outside.clock.now();
    const entry: AuditEntry = {
      ...OPERATOR,
      at,
      action: 'demo.prepare',
      customerId: null,
      subject: '',
    };
    const webhooks = new MemoryWebhookStore(memory);
    for (const id of CUSTOMERS) {
      await new MemoryCustomerStore(memory).add(
        { id, name: id, folder: id, permissions: [] },
        entry,
      );
      for (const name of PLANTS) {
        const fields = { id: `${id}-${name}`, name: `${id}-${name}`, createdAt: at, updatedAt: at };
        await new MemoryPlantStore(memory).add(aPlant(id, fields), entry);
      }
      for (let n = random.integer(0, 2); n > 0; n -= 1) {
        const url = `https://${id}.example/${n}`;
        const events = random.pick([
          ['purchase.completed'],
          ['purchase.completed', 'purchase.failed'],
        ] as const);
        const webhook = {
          id: `${id}-w${n}`,
          customerId: id,
          url,
          events,
          secret: '',
          createdAt: at,
          disabledAt: null,
          gateClosingMinutes: 60,
        };
        await webhooks.add(webhook, entry);
        if (random.chance(faults.deadEndpoint)) this.#world.endpoints.kill(url);
      }
      const owner = { customerId: id, user: 'ana', retailer: 'r' };
      await new MemoryStrategyStore(memory).put(owner, MODELS, entry);
    }
    // Plants come with the jobs of their first forecasts, which no process of this world makes.
    memory.jobs.clear();
  }

  /** Plans what goes wrong with processes, the database, the clocks and the engine. */
  #planTrouble(): void {
    const { faults, random } = this.#setting;
    const site = () => random.pick(this.#sites);
    const span = () => random.pick([500, 3_000, 10_000]) * random.next();
    this.#often(faults.kills, () => {
      const killed = site();
      if (killed.host.isAlive) killed.kill(span());
    });
    this.#often(faults.freezes, () => site().freeze(span()));
    this.#often(faults.cuts, () => site().cut(span()));
    this.#often(faults.outages, () => this.#stopDatabase(span()));
    this.#often(faults.clockSteps, () => {
      const clock = random.pick([
        this.#world.database.clock,
        ...this.#sites.map((each) => each.clock),
      ]);
      clock.offsetMs += random.between(-2 * HOUR_MS, 2 * HOUR_MS);
    });
    this.#often(faults.dataLosses, () => this.#world.temporal?.loseData());
    this.#often(faults.operators, () => void this.#operate().catch(() => {}));
  }

  #often(perMinute: number, happen: () => void): void {
    const { scheduler, random } = this.#setting;
    if (perMinute === 0) return;
    const next = () => {
      scheduler.after(random.pause(perMinute), () => {
        if (scheduler.now >= FAULTS_MS) return;
        happen();
        next();
      });
    };
    next();
  }

  #stopDatabase(ms: number): void {
    const { random, scheduler, trace } = this.#setting;
    trace(() => `the database is away for ${ms} ms`);
    this.#world.database.stop(random.chance(0.5));
    scheduler.after(ms, () => this.#world.database.start());
  }

  /** An operator runs failed purchases again, or has a look at what waits, and may be interrupted. */
  async #operate(): Promise<void> {
    const { database, setting } = this.#world;
    const { random, scheduler, ledger, trace } = setting;
    const host = new Host('operator', this.#outside.clock, scheduler);
    trace(() => 'an operator is at work');
    if (random.chance(0.3)) scheduler.after(random.between(0, 500), () => host.kill());
    const purchases = database.connect(host, new ObservedPurchaseStore(database.memory, ledger));
    const clock = host.clock.now;
    if (random.chance(0.5)) {
      await rerunFailed({ purchases, clock, author: OPERATOR });
    } else {
      const until = new Date(clock().getTime() + DAY_MS);
      const deps = { purchases, queue: database.queue(host), author: OPERATOR };
      await resubmitPurchases(deps, ['pending'], until);
    }
  }

  #makeWell(): void {
    const { setting, database } = this.#world;
    setting.trace(() => 'all is well again');
    setting.faults = { ...WELL, failing: setting.faults.failing };
    database.start();
    for (const site of this.#sites) {
      if (!site.host.isAlive) continue;
      site.host.freeze(0);
      site.host.cutUntil = 0;
    }
  }
}
