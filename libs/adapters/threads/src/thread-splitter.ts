import { availableParallelism } from 'node:os';
import { Threads } from '@solano/async';
import {
  type EvaluationText,
  evaluateTexts,
  NOT_COMPUTED,
  type PurchaseSplitter,
  type RealisedResult,
  type RealisedTask,
  realisedCosts,
  type SeriesItem,
  type SplitText,
  type SplitterTask,
  type SplitterTools,
  splitToText,
} from '@solano/domain/desk';
import { isSolanoError, type JsonText, SolanoError } from '@solano/domain/kernel';
import { type PackedItems, packItems, unpackItems } from './packed-items.ts';

/** One core is left to the event loop; each thread holds a solver of some tens of megabytes. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A purchase of more items has a thread to itself. */
const MAX_SMALL_ITEMS = 5_000;
/** Large parts of tasks that a thread keeps: of a day's sessions, for readers who see differently. */
const MAX_PARTS = 96;

/** The task of a thread: splits a purchase, or evaluates its outputs if it has some. */
interface ThreadTask {
  /** Its large parts, {@link LargePart}, stand in it as numbers, its items in `items`. */
  readonly task: SplitterTask;
  readonly items: PackedItems;
  readonly outputs?: readonly JsonText[];
  /** The parts that the thread may lack. */
  readonly parts: ReadonlyMap<number, LargePart>;
}

/** Another thing that a thread may do: compare outputs with realised prices. */
interface RealiseTask {
  readonly realise: RealisedTask;
}

/**
 * A part that many purchases share: the past errors of a session, or the predictions of its market.
 */
type LargePart = object;

/** The response of a thread: the result, or the missing parts of the task. */
type ThreadResult = SplitText | EvaluationText | RealisedResult | { readonly isMissing: true };

/** Splits and evaluates purchases in threads of its own, which start with the first purchase. */
export class ThreadSplitter implements PurchaseSplitter, AsyncDisposable {
  readonly #threads: Threads<ThreadTask | RealiseTask, ThreadResult>;
  /** The numbers by which threads know the large parts that one of them has been sent. */
  readonly #ids = new WeakMap<LargePart, number>();
  #lastId = 0;

  /** @param script of each thread: it exports `splitInThread`, a `splitWith` of its own solver. */
  constructor(script: URL) {
    this.#threads = new Threads(script, 'splitInThread', THREADS);
  }

  async split(task: SplitterTask): Promise<SplitText> {
    return (await this.#run({ task })) as SplitText;
  }

  async evaluate(task: SplitterTask, outputs: readonly JsonText[]): Promise<EvaluationText> {
    return (await this.#run({ task, outputs })) as EvaluationText;
  }

  async realise(task: RealisedTask): Promise<RealisedResult> {
    return (await this.#result({ realise: task })) as RealisedResult;
  }

  /** Ends the threads; what they still compute fails as `engine_unavailable`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }

  async #run(request: Omit<ThreadTask, 'parts' | 'items'>): Promise<ThreadResult> {
    const unknown = new Map<number, LargePart>();
    const all = new Map<number, LargePart>();
    const { items } = request.task.inputs;
    const packed = packItems(items);
    const sent = withParts(withItems(request.task, []), (part) => {
      const known = this.#ids.get(part);
      const id = known ?? this.#name(part);
      all.set(id, part);
      if (known === undefined) unknown.set(id, part);
      return id;
    });
    const message = { ...request, task: sent, items: packed };
    const isLarge = items.length > MAX_SMALL_ITEMS;
    if (isLarge) return this.#result({ ...message, parts: all }, isLarge);
    const result = await this.#result({ ...message, parts: unknown });
    if (!('isMissing' in result)) return result;
    // Another thread was sent them, or this one has dropped them.
    return this.#result({ ...message, parts: all });
  }

  #name(part: LargePart): number {
    this.#lastId += 1;
    this.#ids.set(part, this.#lastId);
    return this.#lastId;
  }

  async #result(task: ThreadTask | RealiseTask, isLarge = false): Promise<ThreadResult> {
    try {
      return await this.#threads.run(task, { isLarge });
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
    }
  }
}

/**
 * The function that the thread's script exports as `splitInThread`. The parts that it keeps are the
 * same objects for each task: what the models derive from them is derived once.
 */
export function splitWith(
  tools: SplitterTools,
): (message: ThreadTask | RealiseTask) => Promise<ThreadResult> {
  const storedParts = new Map<number, LargePart>();
  return async (message) => {
    if ('realise' in message) return realisedCosts(message.realise);
    const { task: named, items, outputs, parts } = message;
    for (const [id, part] of parts) storedParts.set(id, part);
    let isMissing = false;
    const task = withParts(withItems(named, unpackItems(items)), (id) => {
      const part = storedParts.get(id as unknown as number);
      if (!part) {
        isMissing = true;
        return id;
      }
      // Those that were used last are dropped last.
      storedParts.delete(id as unknown as number);
      storedParts.set(id as unknown as number, part);
      return part;
    });
    if (isMissing) return { isMissing };
    for (const id of [...storedParts.keys()].slice(0, -MAX_PARTS)) storedParts.delete(id);
    return outputs ? evaluateTexts(task, outputs, tools.digest) : splitToText(task, tools);
  };
}

/** The task with other things in the place of its large parts. */
function withParts(task: SplitterTask, replace: (part: LargePart) => unknown): SplitterTask {
  const each = <T extends object>(part: T) => replace(part) as T;
  const { history, used } = task.inputs;
  const inputs = {
    ...task.inputs,
    history: mapValues(history, (sessions) => mapValues(sessions, each)),
    used: mapValues(used, (predictions) => predictions.map(each)),
  };
  return { ...task, inputs };
}

function withItems(task: SplitterTask, items: readonly SeriesItem[]): SplitterTask {
  return { ...task, inputs: { ...task.inputs, items } };
}

function mapValues<K, A, B>(map: ReadonlyMap<K, A>, make: (value: A) => B): Map<K, B> {
  return new Map([...map].map(([key, value]) => [key, make(value)]));
}
