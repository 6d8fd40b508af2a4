import type { LinearSolver, SplitInputs, SplitText } from '@solano/domain';
import { isSolanoError, splitToText } from '@solano/domain';

/** What a thread answers: a split, or why it failed, as errors lose their class on the way. */
export type SplitResult = SplitText | { readonly failure: string };

/** What the script of {@link ThreadSplitter}'s threads exports as `splitInThread`. */
export function splitWith(solver: LinearSolver): (inputs: SplitInputs) => Promise<SplitResult> {
  return async (inputs) => {
    try {
      return await splitToText(inputs, solver);
    } catch (error) {
      if (isSolanoError(error, 'computation_failed')) return { failure: error.message };
      throw error;
    }
  };
}
