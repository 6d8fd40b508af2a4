export { HighsLinearSolver } from './linear-solver.ts';
