/** Sources of the curve: cut-in, rated and cut-out speeds (m/s) of today's turbines of several MW. */
const CUT_IN = 3;
const RATED = 12;
const CUT_OUT = 25;
/** Speeds over a farm around their mean: σ = 0.6 + 0.2 v (Staffell & Pfenninger 2016, Energy 114, 1224–1239). */
const SPREAD_BASE = 0.6;
const SPREAD_SHARE = 0.2;
const STEP = 0.25;
const MAX_SPEED = 40;

/** Power of one turbine in parts of its rated: cubic from cut-in to rated. */
function turbine(speed: number): number {
  if (speed < CUT_IN || speed >= CUT_OUT) return 0;
  if (speed >= RATED) return 1;
  return (speed ** 3 - CUT_IN ** 3) / (RATED ** 3 - CUT_IN ** 3);
}

/** The turbine's curve over a farm's spread of speeds, by steps of the mean speed. */
const CURVE = Float64Array.from({ length: MAX_SPEED / STEP + 1 }, (_, i) => smoothed(i * STEP));

function smoothed(speed: number): number {
  const spread = SPREAD_BASE + SPREAD_SHARE * speed;
  let sum = 0;
  let weights = 0;
  for (let z = -3; z <= 3; z += 0.1) {
    const weight = Math.exp(-0.5 * z * z);
    sum += weight * turbine(speed + z * spread);
    weights += weight;
  }
  return sum / weights;
}

/** Power of a farm of many turbines in parts of its rated, by the mean wind speed (m/s) at hub height. */
export function farmPower(speed: number): number {
  const at = Math.min(Math.max(0, speed), MAX_SPEED - STEP) / STEP;
  const below = Math.floor(at);
  const low = CURVE[below] as number;
  return low + (at - below) * ((CURVE[below + 1] as number) - low);
}
