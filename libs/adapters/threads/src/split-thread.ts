import type {
  EvaluationText,
  JsonText,
  SplitText,
  SplitterTask,
  SplitterTools,
} from '@solano/domain';
import { evaluateTexts, isSolanoError, splitToText } from '@solano/domain';

/** What a thread is to do: split a purchase, or evaluate its outputs where they are there. */
export interface ThreadTask {
  readonly task: SplitterTask;
  readonly outputs?: readonly JsonText[];
}

/** What a thread responds: the result, or why there is none, as errors lose their class on the way. */
export type ThreadResult = SplitText | EvaluationText | { readonly failure: string };

/** What the script of {@link ThreadSplitter}'s threads exports as `splitInThread`. */
export function splitWith(tools: SplitterTools): (given: ThreadTask) => Promise<ThreadResult> {
  return async ({ task, outputs }) => {
    try {
      return outputs ? evaluateTexts(task, outputs, tools.digest) : await splitToText(task, tools);
    } catch (error) {
      if (isSolanoError(error, 'computation_failed')) return { failure: error.message };
      throw error;
    }
  };
}
