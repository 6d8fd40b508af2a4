import type { Outage } from '@solano/domain/assets';
import { MICRO } from '../measurements/power-run.ts';

/** An outage from one instant to another (ms): power is scaled, and then at most `cap` (micro-MW). */
interface Limit {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
  readonly cap: number;
}

/**
 * What remains of a plant's power with its unavailabilities: a curtailment caps it at the available
 * power, any other unavailability scales it by available ÷ nominal power, and never raises it; of
 * several at one instant the lowest counts. Nothing is scaled where the nominal power is 0.
 */
export class AvailablePower {
  readonly #limits: readonly Limit[];

  constructor(outages: readonly Outage[], nominalMw: number) {
    const limits = outages.map((outage) => limitOf(outage, nominalMw));
    this.#limits = limits.sort((a, b) => a.start - b.start);
  }

  /**
   * The available power of a period in micro-MW, rounded half up: of a period that an outage covers
   * in part, the mean of its parts.
   *
   * @param start in ms, as the end.
   */
  at(start: number, end: number, microMw: number): number {
    const limits = this.#limits.filter((limit) => limit.start < end && limit.end > start);
    if (limits.length === 0) return microMw;
    const inside = limits.flatMap((limit) => [limit.start, limit.end]);
    const edges = [start, ...inside.filter((edge) => edge > start && edge < end), end];
    edges.sort((a, b) => a - b);
    let sum = 0;
    for (let i = 1; i < edges.length; i += 1) {
      const [from, to] = [edges[i - 1] as number, edges[i] as number];
      sum += (to - from) * lowest(limits, from, to, microMw);
    }
    return Math.floor(sum / (end - start) + 0.5);
  }
}

function lowest(limits: readonly Limit[], from: number, to: number, microMw: number): number {
  const present = limits.filter((limit) => limit.start < to && limit.end > from);
  if (present.length === 0) return microMw;
  return Math.min(...present.map(({ factor, cap }) => Math.min(factor * microMw, cap)));
}

function limitOf(outage: Outage, nominalMw: number): Limit {
  const { start, end, availabilityType, availablePowerMw } = outage;
  const span = { start, end };
  if (availabilityType === 'CURTAILMENT') {
    return { ...span, factor: 1, cap: availablePowerMw * MICRO };
  }
  const factor = nominalMw > 0 ? Math.min(1, availablePowerMw / nominalMw) : 1;
  return { ...span, factor, cap: Number.POSITIVE_INFINITY };
}
