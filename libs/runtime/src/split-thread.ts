import { HighsLinearSolver } from '@solano/highs';
import { splitWith } from '@solano/threads/split-thread';

/** What each thread of the splitter runs, with a solver of its own. */
export const splitInThread = splitWith(new HighsLinearSolver());
