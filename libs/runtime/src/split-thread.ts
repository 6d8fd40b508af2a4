import { hash } from 'node:crypto';
import { HighsLinearSolver } from '@solano/highs';
import { splitWith } from '@solano/threads/split';

/**
 * Splits and evaluates purchases, with a solver of its own.
 *
 * @public called in a thread, by its name.
 */
export const splitInThread = splitWith({
  solver: new HighsLinearSolver(),
  digest: (text) => hash('sha256', text),
});
