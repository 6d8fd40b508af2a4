import {
  isSettled,
  type Purchase,
  type PurchaseChange,
  type StoredOutput,
} from '@solano/domain/desk';
import type { Job, JobKey, NewDelivery, WebhookEvent, WorkerReport } from '@solano/domain/service';
import { EnergyLedger } from './energy/ledger.ts';

/** State of a purchase by the commits that changed it. */
export interface PurchaseAccount {
  readonly purchase: Purchase;
  status: Purchase['status'];
  /** Source of the last status. */
  statusBy: PurchaseChange['source'];
  updates: number;
  /** Settlements by the workflow since an operator last asked for another run. */
  settlements: number;
  /** Outputs of the last update by a customer, or of the last result. */
  outputs: readonly StoredOutput[];
  /** The messages that its settlements ask for. */
  readonly messages: { readonly webhookId: string; readonly event: WebhookEvent }[];
}

/** A customer's endpoint, as the database has it when a purchase is settled. */
interface Subscription {
  readonly id: string;
  readonly events: readonly WebhookEvent[];
}

/** Events of a simulated world, in the order of the commits, and its violations. */
export class Ledger {
  readonly #trace: (text: () => string) => void;
  readonly violations: string[] = [];
  readonly energy = new EnergyLedger();
  readonly purchases = new Map<string, PurchaseAccount>();
  /** The ids in the responses to submissions, by submission. */
  readonly accepted = new Map<string, Set<string>>();
  /** How often an endpoint has received a message, by its id. */
  readonly receipts = new Map<string, number>();
  /** The worker of each job. */
  readonly #holders = new Map<string, object>();

  constructor(trace: (text: () => string) => void) {
    this.#trace = trace;
  }

  violate(what: string): void {
    this.#trace(() => `VIOLATED: ${what}`);
    this.violations.push(what);
  }

  answered(submission: string, id: string): void {
    const ids = this.accepted.get(submission) ?? new Set();
    this.accepted.set(submission, ids.add(id));
  }

  added(purchase: Purchase): void {
    const { status } = purchase;
    const account = { status, statusBy: 'submission', updates: 0, settlements: 0 } as const;
    this.purchases.set(purchase.id, { purchase, ...account, outputs: [], messages: [] });
  }

  /** A change of a purchase has been written. */
  changed(before: Purchase, change: PurchaseChange, webhooks: readonly Subscription[]): void {
    const account = this.purchases.get(before.id);
    if (!account) throw new Error(`A purchase that was never added has changed: ${before.id}.`);
    const { status, source, outputs } = change;
    this.#trace(() => `${before.id}: ${before.status} → ${status} by ${source}`);
    account.updates += 1;
    if (source === 'operator') account.settlements = 0;
    if (source === 'workflow') this.#checkWorkflow(account, change);
    if (status !== account.status) {
      account.status = status;
      account.statusBy = source;
      if (isSettled({ status })) noteMessages(account, webhooks);
    }
    const isResult = source === 'customer' || (source === 'workflow' && status === 'completed');
    if (isResult && outputs) account.outputs = outputs;
  }

  #checkWorkflow(account: PurchaseAccount, { status }: PurchaseChange): void {
    const { purchase } = account;
    if (isSettled(account)) {
      this.violate(`The workflow made ${purchase.id}, ${account.status} already, ${status}.`);
    }
    if (!isSettled({ status })) return;
    account.settlements += 1;
    if (account.settlements > 1) this.violate(`The workflow settled ${purchase.id} twice.`);
  }

  reported(connection: object, { ended, saved }: WorkerReport, taken: readonly Job[]): void {
    for (const key of [...ended, ...saved]) {
      const name = nameOf(key);
      if (this.#holders.get(name) === connection) this.#holders.delete(name);
    }
    for (const job of taken) {
      const name = nameOf(job);
      if (this.#holders.has(name)) this.violate(`Two workers hold the job of ${name}.`);
      this.#holders.set(name, connection);
    }
  }

  connectionEnded(connection: object): void {
    for (const [name, holder] of this.#holders)
      if (holder === connection) this.#holders.delete(name);
  }

  /** An endpoint has a message, which the database had in this status when its sending began. */
  received({ id }: Pick<NewDelivery, 'id'>, status: string | undefined): void {
    this.receipts.set(id, (this.receipts.get(id) ?? 0) + 1);
    if (status !== 'pending') this.violate(`Message ${id} was sent when it was ${status} already.`);
  }
}

function noteMessages({ status, messages }: PurchaseAccount, webhooks: readonly Subscription[]) {
  const event = status === 'completed' ? 'purchase.completed' : 'purchase.failed';
  for (const { id, events } of webhooks) {
    if (events.includes(event)) messages.push({ webhookId: id, event });
  }
}

function nameOf({ kind, subject }: JobKey): string {
  return `${kind} ${subject}`;
}
