import type {
  EvaluationText,
  JsonText,
  RealisedResult,
  RealisedTask,
  SplitText,
  SplitterTask,
  SplitterTools,
} from '@solano/domain';
import { evaluateTexts, isSolanoError, realisedCosts, splitToText } from '@solano/domain';

/** Large parts of tasks that a thread keeps: of a day's sessions, for readers who see differently. */
const MAX_PARTS = 96;

/** What a thread is to do: split a purchase, or evaluate its outputs where they are there. */
export interface ThreadTask {
  /** Its large parts, {@link LargePart}, stand in it as numbers. */
  readonly task: SplitterTask;
  readonly outputs?: readonly JsonText[];
  /** Those of them that the thread may not have. */
  readonly parts: ReadonlyMap<number, LargePart>;
}

/** Another thing that a thread may do: compare outputs with realised prices. */
export interface RealiseTask {
  readonly realise: RealisedTask;
}

/** What many purchases share: the past errors of a session, or the predictions of its market. */
export type LargePart = object;

/**
 * What a thread responds: the result, why there is none, as errors lose their class on the way, or
 * that it lacks parts of the task.
 */
export type ThreadResult =
  | SplitText
  | EvaluationText
  | RealisedResult
  | { readonly failure: string }
  | { readonly isMissing: true };

/**
 * What the script of {@link ThreadSplitter}'s threads exports as `splitInThread`. The parts that it
 * keeps are the same objects for each task: what the models derive from them is derived once.
 */
export function splitWith(
  tools: SplitterTools,
): (message: ThreadTask | RealiseTask) => Promise<ThreadResult> {
  const storedParts = new Map<number, LargePart>();
  return async (message) => {
    if ('realise' in message) return realisedCosts(message.realise);
    const { task: named, outputs, parts } = message;
    for (const [id, part] of parts) storedParts.set(id, part);
    let isMissing = false;
    const task = withParts(named, (id) => {
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
    try {
      return outputs ? evaluateTexts(task, outputs, tools.digest) : await splitToText(task, tools);
    } catch (error) {
      if (isSolanoError(error, 'computation_failed')) return { failure: error.message };
      throw error;
    }
  };
}

/** The task with other things in the place of its large parts. */
export function withParts(task: SplitterTask, replace: (part: LargePart) => unknown): SplitterTask {
  const each = <T extends object>(part: T) => replace(part) as T;
  const { history, used } = task.inputs;
  const inputs = {
    ...task.inputs,
    history: mapValues(history, (sessions) => mapValues(sessions, each)),
    used: mapValues(used, (predictions) => predictions.map(each)),
  };
  return { ...task, inputs };
}

function mapValues<K, A, B>(map: ReadonlyMap<K, A>, make: (value: A) => B): Map<K, B> {
  return new Map([...map].map(([key, value]) => [key, make(value)]));
}
