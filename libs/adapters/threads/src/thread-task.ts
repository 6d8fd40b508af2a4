import type {
  EvaluationText,
  RealisedResult,
  RealisedTask,
  SeriesItem,
  SplitText,
  SplitterTask,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import type { PackedItems } from './packed-items.ts';

/** The task of a thread: splits a purchase, or evaluates its outputs if it has some. */
export interface ThreadTask {
  /** Its large parts, {@link LargePart}, stand in it as numbers, its items in `items`. */
  readonly task: SplitterTask;
  readonly items: PackedItems;
  readonly outputs?: readonly JsonText[];
  /** The parts that the thread may lack. */
  readonly parts: ReadonlyMap<number, LargePart>;
}

/** Another thing that a thread may do: compare outputs with realised prices. */
export interface RealiseTask {
  readonly realise: RealisedTask;
}

/** The response of a thread: the result, or the missing parts of the task. */
export type ThreadResult =
  | SplitText
  | EvaluationText
  | RealisedResult
  | { readonly isMissing: true };

/**
 * A part that many purchases share: the past errors of a session, the predictions of its market, or the
 * curve of these for some days.
 */
export type LargePart = object;

/** The task with other things in the place of its large parts. */
export function withParts(task: SplitterTask, replace: (part: LargePart) => unknown): SplitterTask {
  const each = <T extends object>(part: T) => replace(part) as T;
  const { curves, history, used } = task.inputs;
  const inputs = {
    ...task.inputs,
    curves: mapValues(curves, each),
    history: mapValues(history, (sessions) => mapValues(sessions, each)),
    used: mapValues(used, (predictions) => predictions.map(each)),
  };
  return { ...task, inputs };
}

export function withItems(task: SplitterTask, items: readonly SeriesItem[]): SplitterTask {
  return { ...task, inputs: { ...task.inputs, items } };
}

function mapValues<K, A, B>(map: ReadonlyMap<K, A>, make: (value: A) => B): Map<K, B> {
  return new Map([...map].map(([key, value]) => [key, make(value)]));
}
