import { HighsLinearSolver } from '@solano/highs';

/** What the models' tests solve with: the one solver that there is. */
export const solver = new HighsLinearSolver();
