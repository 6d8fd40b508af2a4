import { hash } from 'node:crypto';
import type { SplitterTools } from '@solano/domain/desk/split';
import { SolanoError } from '@solano/domain/kernel';
import { splitWith } from '../src/split-in-thread.ts';

export const tools: SplitterTools = {
  digest: (text) => hash('sha256', text),
  // Leaves everything in the reference sessions; knows no programme that holds what is not a number.
  solver: {
    async optimum({ numCols, matrix }) {
      if (!matrix.values.some(Number.isNaN)) return new Float64Array(numCols);
      throw new SolanoError('computation_failed', 'No number.');
    },
  },
};

export const splitInThread = splitWith(tools);
