import type { PurchaseSteps } from '@solano/domain/desk/jobs';
import type { DeliverySteps } from '@solano/domain/service';

/** One call of a step. */
export interface StepCall {
  readonly step: 'begin' | 'complete' | 'send' | 'abandon';
  /** Which try the engine said it was, where it says so. */
  readonly attempt?: number;
  /** When it was called, in ms. */
  readonly at: number;
  readonly reason?: string;
}

/**
 * What the steps of one workflow do; a step that is left out works at once. Each knows which of
 * its calls it is, counting from 1, whatever the engine says.
 */
export interface Script {
  begin?(call: number): boolean | Promise<boolean>;
  complete?(call: number): unknown;
  send?(call: number): unknown;
  abandon?(call: number): unknown;
}

/** One purchase's, or one delivery's, way through the steps. */
export class ScriptedRun {
  readonly id = crypto.randomUUID();
  readonly calls: StepCall[] = [];
  /** Fulfilled when the last step that the script leads to has worked. */
  readonly ended: Promise<void>;
  isEnded = false;
  readonly script: Script;
  readonly #end: () => void;

  constructor(script: Script) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.script = script;
    this.ended = promise;
    this.#end = resolve;
  }

  end(): void {
    this.isEnded = true;
    this.#end();
  }

  /** The names of the steps called so far, in order. */
  get steps(): string[] {
    return this.calls.map(({ step }) => step);
  }

  /** Keeps a call and returns its number among those of its step. */
  record(call: Omit<StepCall, 'at'>): number {
    this.calls.push({ ...call, at: performance.now() });
    return this.calls.filter(({ step }) => step === call.step).length;
  }
}

/** The runs that are planned, by id. An engine may know others, which are passed over. */
class ScriptedRuns {
  readonly #runs = new Map<string, ScriptedRun>();

  /** A new purchase or delivery with this script. */
  plan(script: Script = {}): ScriptedRun {
    const run = new ScriptedRun(script);
    this.#runs.set(run.id, run);
    return run;
  }

  protected find(id: string): ScriptedRun | undefined {
    return this.#runs.get(id);
  }
}

/** Steps that do for each purchase what its script says, and keep what was called. */
export class ScriptedSteps extends ScriptedRuns implements PurchaseSteps {
  async begin(purchaseId: string, attempt: number): Promise<boolean> {
    const purchase = this.find(purchaseId);
    if (!purchase) return false;
    const call = purchase.record({ step: 'begin', attempt });
    if (purchase.isEnded) return false;
    const continues = (await purchase.script.begin?.(call)) ?? true;
    if (!continues) purchase.end();
    return continues;
  }

  async complete(purchaseId: string, attempt: number): Promise<void> {
    const purchase = this.find(purchaseId);
    if (!purchase) return;
    const call = purchase.record({ step: 'complete', attempt });
    await purchase.script.complete?.(call);
    purchase.end();
  }

  async abandon(purchaseId: string, reason: string, attempt: number): Promise<void> {
    const purchase = this.find(purchaseId);
    if (!purchase) return;
    const call = purchase.record({ step: 'abandon', attempt, reason });
    await purchase.script.abandon?.(call);
    purchase.end();
  }
}

/** The same for deliveries. */
export class ScriptedDeliveries extends ScriptedRuns implements DeliverySteps {
  async send(deliveryId: string, attempt: number): Promise<void> {
    const delivery = this.find(deliveryId);
    if (!delivery) return;
    const call = delivery.record({ step: 'send', attempt });
    await delivery.script.send?.(call);
    delivery.end();
  }

  async abandon(deliveryId: string): Promise<void> {
    const delivery = this.find(deliveryId);
    if (!delivery) return;
    const call = delivery.record({ step: 'abandon' });
    await delivery.script.abandon?.(call);
    delivery.end();
  }
}

/** A step that is held until it is released, and reports when it has been called. */
export function heldStep() {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const step = () => {
    called.resolve();
    return released.promise;
  };
  return { step, called: called.promise, release: released.resolve };
}

/** A step that throws the errors one by one, and works when there are no more. */
export function failing(...errors: Error[]) {
  return (call: number) => {
    const error = errors[call - 1];
    if (error) throw error;
    return true;
  };
}
