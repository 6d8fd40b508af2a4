import { SolanoError } from '@solano/domain';
import { splitWith } from '../src/split-thread.ts';

/** Leaves everything in the reference sessions; knows no programme that holds what is no number. */
export const solver: Parameters<typeof splitWith>[0] = {
  async optimum({ numCols, matrix }) {
    if (!matrix.values.some(Number.isNaN)) return new Float64Array(numCols);
    throw new SolanoError('computation_failed', 'No number.');
  },
};

export const splitInThread = splitWith(solver);
