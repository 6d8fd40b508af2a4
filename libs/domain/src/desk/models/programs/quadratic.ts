/** A convex quadratic programme over few variables: minimise c·n + ½ nᵀQn, 0 ≤ n ≤ C, Σn = total. */
export interface QuadraticProgram {
  readonly costs: readonly number[];
  /** Q, symmetric and positive semidefinite. */
  readonly risk: readonly (readonly number[])[];
  /** C; whole numbers, and so is the total, which they reach. */
  readonly caps: readonly number[];
  readonly total: number;
}

/** The bound at which a variable is fixed; `undefined`: it is free. */
type Fixed = number | undefined;

/** A pivot below this part of the largest curvature is zero but for rounding. */
const FLAT = 1e-12;

/** The value of the objective at a point. */
export function objectiveAt({ costs, risk }: QuadraticProgram, point: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < point.length; i += 1) {
    const slope = dot(risk[i] as readonly number[], point) / 2;
    sum += (point[i] as number) * ((costs[i] as number) + slope);
  }
  return sum;
}

/**
 * A point of least objective. The feasible points are a polytope; an optimum lies inside one of its
 * faces on which the objective is strictly convex, or is a corner: where it is flat along a face it
 * is no worse at the face's edge. Therefore the best of the stationary points of all faces is one.
 * There are 3ⁿ, for four variables 81. The active-set method of HiGHS meets fewer, but it can stall
 * for minutes where the costs are tiny beside the risk.
 */
export function minPoint(program: QuadraticProgram): readonly number[] {
  let best: readonly number[] = [];
  let min = Infinity;
  for (const face of reachedFaces(program)) {
    const point = stationaryPoint(program, face);
    if (!point) continue;
    const value = objectiveAt(program, point);
    if (value >= min) continue;
    best = point;
    min = value;
  }
  return best;
}

/** Cached for the last caps and totals: a series has few different ones. */
const known = new Map<string, readonly Face[]>();
const MAX_KNOWN = 100;

/** The free variables of a face but the last, which gets the remainder. */
interface Face {
  readonly free: readonly number[];
  readonly base: number;
  /** The fixed values of the variables; the last free one has the rest of the total. */
  readonly start: readonly number[];
}

/** The faces whose free variables can absorb the rest of the total. */
function reachedFaces({ caps, total }: Pick<QuadraticProgram, 'caps' | 'total'>): readonly Face[] {
  const name = `${total} ${caps.join()}`;
  const cached = known.get(name);
  if (cached) return cached;
  const faces = facesOf(caps).flatMap((fixed) => {
    const free = fixed.flatMap((each, i) => (each === undefined ? [i] : []));
    const base = free.pop();
    if (base === undefined || !isReached({ caps, total }, fixed)) return [];
    const start = fixed.map((each) => each ?? 0);
    start[base] = total - start.reduce((sum, n) => sum + n, 0);
    return [{ free, base, start }];
  });
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, faces);
  return faces;
}

/** All ways of holding variables at zero or their cap; those that fill the earlier ones first. */
function facesOf([cap, ...others]: readonly number[]): Fixed[][] {
  if (cap === undefined) return [[]];
  const rest = facesOf(others);
  return [cap, undefined, 0].flatMap((fixed) => rest.map((face) => [fixed, ...face]));
}

/** Whether the free variables can absorb the rest of the total. */
function isReached(
  { caps, total }: Pick<QuadraticProgram, 'caps' | 'total'>,
  face: readonly Fixed[],
): boolean {
  let left = total;
  let capacity = 0;
  for (let i = 0; i < face.length; i += 1) {
    const fixed = face[i];
    if (fixed === undefined) capacity += caps[i] as number;
    else left -= fixed;
  }
  return left >= 0 && left <= capacity;
}

/**
 * The point of a face at which the objective does not change along it. Undefined if there is no
 * such point, or not just one, or where it lies outside the bounds.
 */
function stationaryPoint(
  { costs, risk, caps }: QuadraticProgram,
  { free, base, start }: Face,
): number[] | undefined {
  const point = [...start];
  if (free.length > 0) {
    const baseRow = risk[base] as readonly number[];
    const baseSlope = (costs[base] as number) + dot(baseRow, point);
    const rows = free.map((i) => {
      const own = risk[i] as readonly number[];
      const row = free.map((j) => {
        const change = (own[j] as number) - (own[base] as number);
        return change - (baseRow[j] as number) + (baseRow[base] as number);
      });
      row.push(baseSlope - (costs[i] as number) - dot(own, point));
      return row;
    });
    if (!solvePositive(rows)) return undefined;
    let left = point[base] as number;
    free.forEach((i, at) => {
      const step = rows[at]?.[free.length] as number;
      point[i] = step;
      left -= step;
    });
    point[base] = left;
  }
  for (let i = 0; i < point.length; i += 1) {
    const n = point[i] as number;
    // NaN too.
    if (!(n >= 0 && n <= (caps[i] as number))) return undefined;
  }
  return point;
}

/**
 * Solves Ax = b by elimination, in place: each row of the symmetric A has its b at the end, and its x
 * afterwards. False unless A is positive definite.
 */
function solvePositive(rows: readonly number[][]): boolean {
  const size = rows.length;
  let largest = 0;
  for (let i = 0; i < size; i += 1) largest = Math.max(largest, rows[i]?.[i] as number);
  for (let i = 0; i < size; i += 1) {
    const pivotRow = rows[i] as number[];
    const pivot = pivotRow[i] as number;
    if (!(pivot > FLAT * largest)) return false;
    for (let k = i; k <= size; k += 1) pivotRow[k] = (pivotRow[k] as number) / pivot;
    for (let j = 0; j < size; j += 1) {
      if (j === i) continue;
      const row = rows[j] as number[];
      const factor = row[i] as number;
      for (let k = i; k <= size; k += 1) {
        row[k] = (row[k] as number) - factor * (pivotRow[k] as number);
      }
    }
  }
  return true;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
