import { availableParallelism } from 'node:os';
import { type OnObserved, Threads } from '@solano/async';
import {
  type EvaluationText,
  NOT_COMPUTED,
  type PurchaseSplitter,
  type RealisedResult,
  type RealisedTask,
  type SplitText,
  type SplitterTask,
} from '@solano/domain/desk';
import { isSolanoError, type JsonText, SolanoError } from '@solano/domain/kernel';
import { packItems } from './packed-items.ts';
import {
  type LargePart,
  type RealiseTask,
  type ThreadResult,
  type ThreadTask,
  withItems,
  withParts,
} from './thread-task.ts';

/** One core is left to the event loop; each thread holds a solver of some tens of megabytes. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A purchase of more items has a thread to itself. */
const MAX_SMALL_ITEMS = 5_000;
/** Of that thread, MB: with V8's own limit, the garbage of a purchase of a year takes 70 MB more. */
const LARGE_LIMITS = { maxYoungGenerationSizeMb: 8 };

/** Splits and evaluates purchases in threads of its own, which start with the first purchase. */
export class ThreadSplitter implements PurchaseSplitter, AsyncDisposable {
  readonly #threads: Threads<ThreadTask | RealiseTask, ThreadResult>;
  /** The numbers by which threads know the large parts that one of them has been sent. */
  readonly #ids = new WeakMap<LargePart, number>();
  #lastId = 0;

  /**
   * @param script of each thread: it exports `splitInThread`, a `splitWith` of its own solver.
   * @param onObserved is given the models of a split.
   */
  constructor(script: URL, onObserved?: OnObserved) {
    this.#threads = new Threads(script, 'splitInThread', THREADS, onObserved);
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
      return await this.#threads.run(task, { isLarge, limits: LARGE_LIMITS });
    } catch (cause) {
      if (isSolanoError(cause)) throw cause;
      throw new SolanoError('computation_failed', NOT_COMPUTED, { cause });
    }
  }
}
