import { OPEN_CIPHER } from '@solano/domain/contracts';
import {
  type OutputDeps,
  type Purchase,
  type PurchaseAddress,
  PurchaseInputs,
  type PurchaseSplitter,
  type PurchaseStore,
  type PurchaseUpdate,
  putOutputs,
  type StrategyStore,
  type Submission,
  submitPurchase,
} from '@solano/domain/desk';
import {
  directUpdates,
  dispatchTask,
  type PurchaseReport,
  type PurchaseSteps,
  type PurchaseUpdates,
  type PurchaseWorkflow,
  purchaseSteps,
  purchaseTask,
  type ReportedPurchase,
} from '@solano/domain/desk/jobs';
import {
  deliverySteps,
  type JobQueue,
  JobWorker,
  messageTask,
  OutboundCalls,
  type Retries,
  type Task,
  type WebhookSender,
  type WebhookStore,
} from '@solano/domain/service';
import { webhookBody } from '@solano/http/webhook-body';
import { MemoryDatabase, MemoryPriceStore } from '@solano/memory';
import type { EnergyParts, TradeParts } from './energy/parts.ts';
import type { Host } from './host.ts';
import type { Setting } from './setting.ts';

/** Shorter than the service's own, as to virtual time: a day of attempts would be a day of polls. */
const PURCHASE_RETRIES = { firstMs: 1_000, factor: 2, longestMs: 8_000, forMs: 3_600_000 };
const MESSAGE_RETRIES: Retries = { firstMs: 1_000, factor: 3, longestMs: 9_000, forMs: 20_000 };

const LOG = { info() {}, warn() {}, error() {} };

/** Parts of one process: the ports as it reaches them. */
export interface ServiceParts {
  readonly host: Host;
  readonly purchases: PurchaseStore;
  readonly webhooks: WebhookStore;
  readonly strategies: StrategyStore;
  readonly queue: JobQueue;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly splitter: Pick<PurchaseSplitter, 'split' | 'evaluate'>;
  readonly energy: EnergyParts;
  readonly trades: TradeParts;
  readonly newId: () => string;
  /** Undefined: the purchases are carried out by the job queue. */
  readonly workflow: PurchaseWorkflow | undefined;
  readonly maxWaitingPurchases: number;
}

/** The models of which need no prices. */
function inputsOf(strategies: StrategyStore): PurchaseInputs {
  const prices = new MemoryPriceStore(new MemoryDatabase());
  return new PurchaseInputs({ strategies, prices, software: 'simulated' });
}

/** The steps of purchases, in a process that carries them out. */
export function stepsOf(parts: ServiceParts, updates: PurchaseUpdates): PurchaseSteps {
  const clock = parts.host.clock.now;
  const deps = {
    ...parts,
    inputs: inputsOf(parts.strategies),
    clock,
    messageText: webhookBody,
    log: LOG,
  };
  return purchaseSteps(deps, updates);
}

/** A process of the API, composed as the real one: use cases, and a worker on jobs. */
export class Service {
  readonly host: Host;
  readonly energy: EnergyParts;
  readonly trades: TradeParts;
  readonly #parts: ServiceParts;
  readonly #setting: Setting;
  readonly #updates: OutputDeps;
  readonly #worker: JobWorker;

  static start(parts: ServiceParts, setting: Setting): Service {
    return new Service(parts, setting);
  }

  private constructor(parts: ServiceParts, setting: Setting) {
    const { host, purchases, webhooks, sender, queue, newId, splitter } = parts;
    this.host = host;
    this.energy = parts.energy;
    this.trades = parts.trades;
    this.#parts = parts;
    this.#setting = setting;
    const clock = host.clock.now;
    const updates = { purchases, webhooks, clock, newId, messageText: webhookBody, splitter };
    this.#updates = { ...updates, inputs: inputsOf(parts.strategies) };
    const messages = { webhooks, sender, cipher: OPEN_CIPHER, calls: new OutboundCalls() };
    const deliveries = deliverySteps({ ...messages, clock, log: LOG });
    const tasks = [this.#purchaseTask(), messageTask(deliveries, { retries: MESSAGE_RETRIES })];
    const watched = tasks.map((task) => this.#watch(task));
    this.#worker = JobWorker.start({ queue, tasks: watched, timers: host, log: LOG });
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  submit(submission: Submission): Promise<Purchase> {
    const { purchases, newId, maxWaitingPurchases } = this.#parts;
    const clock = this.host.clock.now;
    return submitPurchase({ purchases, clock, newId, maxWaitingPurchases }, submission);
  }

  /** Reports of a customer. */
  update(address: PurchaseAddress, update: PurchaseUpdate): Promise<Purchase> {
    return putOutputs(this.#updates, address, update);
  }

  /** Reports of the workflow. */
  receive(purchase: ReportedPurchase, report: PurchaseReport): Promise<void> {
    const { bug } = this.#setting;
    const deps = bug.receiver?.(this.#updates, report) ?? this.#updates;
    return directUpdates(deps).report(purchase, report);
  }

  #purchaseTask(): Task {
    const { purchases, workflow } = this.#parts;
    if (workflow) return dispatchTask({ purchases, workflow, log: LOG });
    const steps = stepsOf(this.#parts, this.#direct());
    return purchaseTask(steps, { log: LOG, retries: PURCHASE_RETRIES });
  }

  #direct(): PurchaseUpdates {
    return { report: (purchase, report) => this.receive(purchase, report) };
  }

  /** A process never does a job twice at a time, whatever becomes of its sessions. */
  #watch(task: Task): Task {
    const running = new Set<string>();
    return {
      ...task,
      step: async (job) => {
        const { kind, subject, step, attempt } = job;
        const { ledger, trace } = this.#setting;
        trace(() => `${this.host.name}: ${kind} ${subject} ${step} attempt ${attempt}`);
        if (running.has(subject))
          ledger.violate(`${this.host.name} does ${subject} twice at a time.`);
        running.add(subject);
        try {
          return await task.step(job);
        } finally {
          running.delete(subject);
        }
      },
    };
  }
}
