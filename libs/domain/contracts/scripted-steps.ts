import type { PurchaseSteps } from '@solano/domain';

/** One call of a step. `attempt` counts from 1 for each purchase and step. */
export interface StepCall {
  readonly step: 'begin' | 'complete' | 'abandon';
  readonly attempt: number;
  /** When it was called, in ms. */
  readonly at: number;
  readonly reason?: string;
}

/** What the steps of one purchase do; a step that is left out works at once. */
export interface Script {
  begin?(attempt: number): boolean | Promise<boolean>;
  complete?(attempt: number): unknown;
  abandon?(attempt: number): unknown;
}

/** One purchase's way through the steps. */
export class ScriptedPurchase {
  readonly id = crypto.randomUUID();
  readonly calls: StepCall[] = [];
  /** Fulfilled when the last step that the script leads to has worked. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  readonly script: Script;

  constructor(script: Script) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.script = script;
    this.ended = promise;
    this.end = resolve;
  }

  /** The names of the steps called so far, in order. */
  get steps(): string[] {
    return this.calls.map(({ step }) => step);
  }

  note(step: StepCall['step'], reason?: string): number {
    const attempt = this.calls.filter((call) => call.step === step).length + 1;
    const call = { step, attempt, at: performance.now() };
    this.calls.push(reason === undefined ? call : { ...call, reason });
    return attempt;
  }
}

/** Steps that do for each purchase what its script says, and keep what was called. */
export class ScriptedSteps implements PurchaseSteps {
  readonly #purchases = new Map<string, ScriptedPurchase>();

  /** A new purchase with this script. */
  plan(script: Script = {}): ScriptedPurchase {
    const purchase = new ScriptedPurchase(script);
    this.#purchases.set(purchase.id, purchase);
    return purchase;
  }

  async begin(purchaseId: string): Promise<boolean> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return false;
    const attempt = purchase.note('begin');
    const goesOn = (await purchase.script.begin?.(attempt)) ?? true;
    if (!goesOn) purchase.end();
    return goesOn;
  }

  async complete(purchaseId: string): Promise<void> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return;
    const attempt = purchase.note('complete');
    await purchase.script.complete?.(attempt);
    purchase.end();
  }

  async abandon(purchaseId: string, reason: string): Promise<void> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return;
    const attempt = purchase.note('abandon', reason);
    await purchase.script.abandon?.(attempt);
    purchase.end();
  }
}
