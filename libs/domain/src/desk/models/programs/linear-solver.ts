/** A linear programme: minimise cᵀx subject to l ≤ Ax ≤ u and bounds on x, infinite where there are none. */
export interface LinearProgram {
  readonly numCols: number;
  readonly numRows: number;
  /** c, and the bounds of x: one of each for every column. */
  readonly colCost: readonly number[];
  readonly colLower: readonly number[];
  readonly colUpper: readonly number[];
  /** l and u: one of each for every row. */
  readonly rowLower: readonly number[];
  readonly rowUpper: readonly number[];
  /** A. */
  readonly matrix: SparseColumns;
}

/** A matrix by its columns: column j has values[k] in row indices[k], starts[j] ≤ k < starts[j + 1]. */
export interface SparseColumns {
  readonly starts: readonly number[] | Int32Array;
  readonly indices: readonly number[] | Int32Array;
  readonly values: readonly number[] | Float64Array;
}

/** Solves the programmes of the models. */
export interface LinearSolver {
  /**
   * The x of an optimum, the same for the same programme. Errors: `computation_failed`, also where
   * the programme has no optimum; the next programme is solved nevertheless.
   */
  optimum(program: LinearProgram): Promise<Float64Array>;
}
