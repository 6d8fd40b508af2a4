import type { SplitInputs, SplitText } from '@solano/domain';
import { isSolanoError, splitToText } from '@solano/domain';

/** What a thread answers: a split, or why it failed, as errors lose their class on the way. */
export type SplitAnswer = SplitText | { readonly failure: string };

/** What {@link ThreadSplitter} runs in its threads. */
export async function splitInThread(inputs: SplitInputs): Promise<SplitAnswer> {
  try {
    return await splitToText(inputs);
  } catch (error) {
    if (isSolanoError(error, 'computation_failed')) return { failure: error.message };
    throw error;
  }
}
