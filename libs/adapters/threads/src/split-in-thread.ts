import type { WorkObserver } from '@solano/async/observed-work';
import {
  evaluateTexts,
  realisedCosts,
  type SplitterTools,
  splitToText,
} from '@solano/domain/desk/split';
import { unpackItems } from './packed-items.ts';
import {
  type LargePart,
  type RealiseTask,
  type ThreadResult,
  type ThreadTask,
  withItems,
  withParts,
} from './thread-task.ts';

/** Large parts of tasks that a thread keeps: of some days' sessions, for readers who see differently. */
const MAX_PARTS = 128;

/**
 * The function that the thread's script exports as `splitInThread`. The parts that it keeps are the
 * same objects for each task: what the models derive from them is derived once.
 */
export function splitWith(
  tools: SplitterTools,
): (
  message: ThreadTask | RealiseTask,
  report?: unknown,
  observer?: WorkObserver,
) => Promise<ThreadResult> {
  const storedParts = new Map<number, LargePart>();
  return async (message, _, observer) => {
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
    if (outputs) return evaluateTexts(task, outputs, tools.digest);
    return splitToText(task, { ...tools, ...(observer && { observeModel: observer.model }) });
  };
}
