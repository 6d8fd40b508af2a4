import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { PlantedBug } from './planted-bugs.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Parts that a whole simulated world shares. */
export interface Setting {
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Replaced when everything becomes well again. */
  faults: Faults;
  readonly ledger: Ledger;
  /** A bug that is planted; empty: none. */
  readonly bug: PlantedBug;
  /** Traces what happens, to find the cause of a violation. */
  readonly trace: (text: () => string) => void;
}
