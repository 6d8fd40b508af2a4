import type { Outage } from '@solano/domain/assets';
import { decimalOf, MICRO, roundHalfUp } from '@solano/domain/kernel';

/** The limits of power in micro-MW, times {@link AvailablePower.#whole}. */
interface Limits {
  /** Smallest and largest factor by which the outages of one instant scale a power. */
  readonly low: bigint;
  readonly high: bigint;
  readonly cap: bigint | undefined;
}

/**
 * What remains of a plant's power with its unavailabilities: a curtailment caps it at the available
 * power, any other unavailability scales it by available ÷ nominal power, and never raises it; of
 * several at one instant the lowest counts. Nothing is scaled where the nominal power is 0. Exact
 * until the result is rounded.
 */
export class AvailablePower {
  /** The instants (ms), ascending, at which an outage begins or ends. */
  readonly #edges: readonly number[];
  /** From each edge to the next; undefined where there is no outage. */
  readonly #limits: readonly (Limits | undefined)[];
  /** The factor 1 as an integer: scale of all factors. */
  readonly #whole: bigint;

  constructor(outages: readonly Outage[], nominalMw: number) {
    const powers = [nominalMw, ...outages.map((outage) => outage.availablePowerMw)].map(decimalOf);
    const scale = powers.reduce((most, power) => Math.max(most, power.scale), 0);
    const [nominal = 0n, ...available] = powers.map((power) => {
      return power.digits * 10n ** BigInt(scale - power.scale);
    });
    const one = 10n ** BigInt(scale);
    // A nominal power of 0 scales nothing: the factors of all outages are 1 then.
    const divisor = nominal > 0n ? nominal : 1n;
    this.#whole = divisor * one;
    const spans = outages.map(({ start, end, availabilityType }, i) => {
      const power = available[i] ?? 0n;
      const isCap = availabilityType === 'CURTAILMENT';
      const isScaled = !isCap && power < nominal;
      return {
        start,
        end,
        factor: isScaled ? power * one : this.#whole,
        cap: isCap ? power * BigInt(MICRO) * divisor : undefined,
      };
    });
    this.#edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort(
      (a, b) => a - b,
    );
    this.#limits = limitsBetween(this.#edges, spans);
  }

  /**
   * The available power of a period in micro-MW, rounded half up: of a period that an outage covers
   * in part, the mean of its parts.
   *
   * @param start in ms, as the end, which is after it.
   * @param microMw a whole number.
   */
  at(start: number, end: number, microMw: number): number {
    let next = indexAfter(this.#edges, start);
    let from = start;
    let taken = 0n;
    while (from < end) {
      const limits = this.#limits[next - 1];
      const to = Math.min(end, this.#edges[next] ?? end);
      if (limits) taken += BigInt(to - from) * this.#takenOff(limits, BigInt(microMw));
      from = to;
      next += 1;
    }
    if (taken === 0n) return microMw;
    const width = BigInt(end - start) * this.#whole;
    return Number(roundHalfUp(BigInt(microMw) * width - taken, width));
  }

  /** What limits take off a power, times {@link #whole}; less than 0 where they scale one below 0. */
  #takenOff({ low, high, cap }: Limits, microMw: bigint): bigint {
    const scaled = microMw * (microMw < 0n ? high : low);
    return microMw * this.#whole - (cap !== undefined && cap < scaled ? cap : scaled);
  }
}

/** An outage from one edge to another. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly factor: bigint;
  readonly cap: bigint | undefined;
}

function limitsBetween(
  edges: readonly number[],
  spans: readonly Span[],
): readonly (Limits | undefined)[] {
  const indexes = new Map(edges.map((edge, i) => [edge, i]));
  const first = (ordered: readonly Span[]) => firstOfEach(ordered, indexes);
  const byFactor = spans.toSorted((a, b) => compare(a.factor, b.factor));
  const [lows, highs] = [first(byFactor), first(byFactor.toReversed())];
  const capped = spans.filter(({ cap }) => cap !== undefined);
  const caps = first(capped.toSorted((a, b) => compare(a.cap ?? 0n, b.cap ?? 0n)));
  return lows.map((low, i) => {
    return low && { low: low.factor, high: (highs[i] ?? low).factor, cap: caps[i]?.cap };
  });
}

/** From each edge to the next, the first of the spans that cover it. */
function firstOfEach(
  spans: readonly Span[],
  indexes: ReadonlyMap<number, number>,
): (Span | undefined)[] {
  const found = Array.from<Span | undefined>({ length: indexes.size });
  // From each place, one at or before the next that no span has covered.
  const free = Array.from({ length: indexes.size + 1 }, (_, i) => i);
  const freeFrom = (place: number) => {
    let at = place;
    while (free[at] !== at) {
      free[at] = free[free[at] as number] as number;
      at = free[at] as number;
    }
    return at;
  };
  for (const span of spans) {
    const after = indexes.get(span.end) as number;
    let at = freeFrom(indexes.get(span.start) as number);
    while (at < after) {
      found[at] = span;
      free[at] = at + 1;
      at = freeFrom(at);
    }
  }
  return found;
}

/** The index of the first edge after an instant. */
function indexAfter(edges: readonly number[], instant: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
