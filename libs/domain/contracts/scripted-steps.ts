import type { PurchaseSteps } from '@solano/domain';

/** One call of a step. */
export interface StepCall {
  readonly step: 'begin' | 'complete' | 'abandon';
  /** Which try the engine said it was. */
  readonly attempt: number;
  /** When it was called, in ms. */
  readonly at: number;
  readonly reason?: string;
}

/**
 * What the steps of one purchase do; a step that is left out works at once. Each is told which of
 * its calls it is, counting from 1, whatever the engine says.
 */
export interface Script {
  begin?(call: number): boolean | Promise<boolean>;
  complete?(call: number): unknown;
  abandon?(call: number): unknown;
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

  /** Keeps a call and gives its number among those of its step. */
  note(call: Omit<StepCall, 'at'>): number {
    this.calls.push({ ...call, at: performance.now() });
    return this.calls.filter(({ step }) => step === call.step).length;
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

  async begin(purchaseId: string, attempt: number): Promise<boolean> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return false;
    const call = purchase.note({ step: 'begin', attempt });
    const goesOn = (await purchase.script.begin?.(call)) ?? true;
    if (!goesOn) purchase.end();
    return goesOn;
  }

  async complete(purchaseId: string, attempt: number): Promise<void> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return;
    const call = purchase.note({ step: 'complete', attempt });
    await purchase.script.complete?.(call);
    purchase.end();
  }

  async abandon(purchaseId: string, reason: string, attempt: number): Promise<void> {
    const purchase = this.#purchases.get(purchaseId);
    if (!purchase) return;
    const call = purchase.note({ step: 'abandon', attempt, reason });
    await purchase.script.abandon?.(call);
    purchase.end();
  }
}
