/** A convex quadratic programme over few variables: minimise c·n + ½ nᵀQn, 0 ≤ n ≤ C, Σn = total. */
export interface QuadraticProgram {
  readonly costs: readonly number[];
  /** Q, symmetric and positive semidefinite. */
  readonly risk: readonly (readonly number[])[];
  /** C; whole numbers, and so is the total, which they reach. */
  readonly caps: readonly number[];
  readonly total: number;
}

/** Where a variable is held; `undefined`: nowhere. */
type Held = number | undefined;

/** A pivot below this part of the largest curvature is zero but for rounding. */
const FLAT = 1e-12;

/** The value of the objective at a point. */
export function objectiveAt({ costs, risk }: QuadraticProgram, point: readonly number[]): number {
  const slopes = risk.map((row) => dot(row, point) / 2);
  return point.reduce((sum, n, i) => sum + n * ((costs[i] as number) + (slopes[i] as number)), 0);
}

/**
 * A point of least objective. The feasible points are a polytope; an optimum lies inside one of its
 * faces on which the objective is strictly convex, or is a corner: where it is flat along a face it
 * is no worse at the face's edge. So the best of the stationary points of all faces is one. There
 * are 3ⁿ, for four variables 81. The active-set method of HiGHS meets fewer, but it can stall for
 * minutes where the costs are tiny beside the risk.
 */
export function minPoint(program: QuadraticProgram): readonly number[] {
  let best: readonly number[] = [];
  let min = Infinity;
  for (const face of facesOf(program.caps)) {
    if (!isReached(program, face)) continue;
    const point = stationaryPoint(program, face);
    if (!point) continue;
    const value = objectiveAt(program, point);
    if (value >= min) continue;
    best = point;
    min = value;
  }
  return best;
}

/** All ways of holding variables at zero or their cap; those that fill the earlier ones first. */
function facesOf([cap, ...others]: readonly number[]): Held[][] {
  if (cap === undefined) return [[]];
  const rest = facesOf(others);
  return [cap, undefined, 0].flatMap((held) => rest.map((face) => [held, ...face]));
}

/** Whether what the held variables leave of the total is within what the free ones can take. */
function isReached({ caps, total }: QuadraticProgram, face: readonly Held[]): boolean {
  let left = total;
  let room = 0;
  for (let i = 0; i < face.length; i += 1) {
    const held = face[i];
    if (held === undefined) room += caps[i] as number;
    else left -= held;
  }
  return left >= 0 && left <= room;
}

/**
 * The point of a face at which the objective does not change along it. Undefined where there is no
 * such point, or not just one, or where it lies outside the bounds.
 */
function stationaryPoint(
  { costs, risk, caps, total }: QuadraticProgram,
  face: readonly Held[],
): number[] | undefined {
  const free = face.flatMap((held, i) => (held === undefined ? [i] : []));
  // What the others take or leave is left for this one, so that the sum is kept.
  const base = free.pop();
  if (base === undefined) return undefined;
  const point = face.map((held) => held ?? 0);
  const rest = total - point.reduce((sum, n) => sum + n, 0);
  point[base] = rest;
  const q = (i: number, j: number) => risk[i]?.[j] as number;
  const slope = (i: number) => (costs[i] as number) + dot(risk[i] as readonly number[], point);
  const steps = solvePositive(
    free.map((i) => free.map((j) => q(i, j) - q(i, base) - q(base, j) + q(base, base))),
    free.map((i) => slope(base) - slope(i)),
  );
  if (!steps) return undefined;
  free.forEach((i, at) => {
    point[i] = steps[at] as number;
  });
  point[base] = rest - steps.reduce((sum, step) => sum + step, 0);
  return point.every((n, i) => n >= 0 && n <= (caps[i] as number)) ? point : undefined;
}

/** Solves Ax = b by elimination; undefined unless the symmetric A is positive definite. */
function solvePositive(a: readonly number[][], b: readonly number[]): number[] | undefined {
  const size = b.length;
  const rows = a.map((row, i) => [...row, b[i] as number]);
  const flat = FLAT * Math.max(0, ...a.map((row, i) => row[i] as number));
  for (const [i, pivotRow] of rows.entries()) {
    const pivot = pivotRow[i] as number;
    if (!(pivot > flat)) return undefined;
    for (let k = i; k <= size; k += 1) pivotRow[k] = (pivotRow[k] as number) / pivot;
    for (const [j, row] of rows.entries()) {
      if (j === i) continue;
      const factor = row[i] as number;
      for (let k = i; k <= size; k += 1) {
        row[k] = (row[k] as number) - factor * (pivotRow[k] as number);
      }
    }
  }
  return rows.map((row) => row[size] as number);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, each, i) => sum + each * (b[i] as number), 0);
}
