import type { LinearProgram, LinearSolver } from '@solano/domain/desk';
import { SolanoError } from '@solano/domain/kernel';
import type { HighsInstance } from './highs-instance.ts';

const OPTIONS = {
  output_flag: false,
  // Our programmes are dense: nothing can be taken out of them beforehand.
  presolve: 'off',
  // Their costs are scaled already: to scale them again took a third of the time.
  simplex_scale_strategy: 0,
  // At the usual 1e-7 the simplex method stalls on one in a hundred badly scaled programmes.
  primal_feasibility_tolerance: 1e-9,
  dual_feasibility_tolerance: 1e-9,
  // Hundreds are usual. A limit of time would make the response depend on the machine.
  simplex_iteration_limit: 20_000,
};

const NO_OPTIMUM = 'The optimum of a strategy could not be computed.';

/** The second is for what the first may still stall on. */
const METHODS = [{ solver: 'simplex' }, { solver: 'ipm', run_crossover: 'off' }];

/**
 * HiGHS, compiled to WebAssembly. It is loaded when it is first needed, and again after a failure:
 * an instance that has been aborted solves nothing any more.
 */
export class HighsLinearSolver implements LinearSolver {
  readonly #load: () => Promise<HighsInstance>;
  #loading: Promise<HighsInstance> | undefined;

  constructor(load: () => Promise<HighsInstance> = loadInstance) {
    this.#load = load;
  }

  async optimum(program: LinearProgram): Promise<Float64Array> {
    this.#loading ??= this.#load();
    const loading = this.#loading;
    try {
      const highs = await loading;
      if (this.#loading === loading) return solve(highs, program);
    } catch (cause) {
      if (this.#loading === loading) this.#loading = undefined;
      throw new SolanoError('computation_failed', NO_OPTIMUM, { cause });
    }
    // Another call has failed while this one waited.
    return this.optimum(program);
  }
}

/** The instance's code is loaded in the threads that solve, not at a start. */
async function loadInstance(): Promise<HighsInstance> {
  const { HighsInstance: Loaded } = await import('./highs-instance.ts');
  return Loaded.load();
}

function solve(highs: HighsInstance, program: LinearProgram): Float64Array {
  using model = highs.open(program);
  model.set(OPTIONS);
  for (const method of METHODS) {
    model.set(method);
    const optimum = model.optimum();
    if (optimum) return optimum;
  }
  throw new Error(`HiGHS ended with model status ${model.status}.`);
}
