import { hash } from 'node:crypto';
import { HighsLinearSolver } from '@solano/highs';
import { splitWith } from '@solano/threads/splitter-thread';

/** The code of each thread of the splitter, with a solver of its own. */
export const splitInThread = splitWith({
  solver: new HighsLinearSolver(),
  digest: (text) => hash('sha256', text),
});
