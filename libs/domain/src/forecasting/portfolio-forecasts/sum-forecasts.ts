import type { Outage } from '@solano/domain/assets';
import { AvailablePower } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import {
  endOfForecast,
  MEDIAN,
  type OwnForecast,
  quantileOf,
} from '../distributions/own-forecast.ts';
import { periodsOf } from '../own-forecasts/own-plant-forecast.ts';

/** Past hours count whose time of day is at most so many hours from that of the forecast. */
const NEAR_HOURS = 2;
/** Fewer past hours say nothing of how the errors of plants go together. */
const MIN_DRAWS = 30;
const HOURS_OF_DAY = DAY_MS / HOUR_MS;
const PERCENT = 100;

/** A plant of a sum. */
export interface SummedPlant {
  readonly forecast: OwnForecast;
  /** Level (0 to 1) of the measured power in its forecast, for each past hour; NaN if unknown. */
  readonly ranks: Float32Array;
  /** In the time of the forecast. */
  readonly outages: readonly Outage[];
  readonly nominalMw: number;
}

export interface SumInputs {
  readonly plants: readonly SummedPlant[];
  /** Start (ms) of the first of the past hours, the same for all plants. */
  readonly ranksFrom: number;
  /** Whole percent. */
  readonly quantiles: readonly number[];
  /** Minutes of the periods: 15, 30 or 60. */
  readonly resolution: number;
}

/** A period of a sum; powers in micro-MW. */
export interface SummedPeriod {
  /** ms. */
  readonly start: number;
  readonly end: number;
  readonly microMw: number;
  /** Null where too little is known of how the errors of the plants go together. */
  readonly quantiles: readonly number[] | null;
  /** With what remains of each plant with its unavailabilities. */
  readonly availableMicroMw: number;
  readonly availableQuantiles: readonly number[] | null;
}

/**
 * The sum of the forecasts of plants in the hours that all of them reach. Its quantiles are those of sums in which
 * each plant is at the level at which it was in one past hour, all in the same hour: plants whose
 * errors went together go together (the Schaake shuffle: Clark et al. 2004, Journal of
 * Hydrometeorology 5, 243–262). Where too few hours are known the sum is that of the medians. A plant
 * alone has its own quantiles.
 */
export function sumForecasts(inputs: SumInputs): SummedPeriod[] {
  const { plants, resolution, quantiles } = inputs;
  const available = plants.map(({ outages, nominalMw }) => new AvailablePower(outages, nominalMw));
  const [first, second] = plants;
  if (first && !second) {
    return [...periodsOf(first.forecast, resolution, quantiles, available[0] as AvailablePower)];
  }
  const from = Math.max(...plants.map(({ forecast }) => forecast.start));
  const to = Math.min(...plants.map(({ forecast }) => endOfForecast(forecast)));
  const ranks = jointRanks(plants);
  const draws = drawsByHour(ranks, inputs.ranksFrom);
  const periods: SummedPeriod[] = [];
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const drawn = draws[(hour / HOUR_MS) % HOURS_OF_DAY] as readonly number[];
    const powers = drawnPowers(plants, ranks, hour, drawn);
    const whole = sumOf(powers, quantiles);
    for (let start = hour; start < hour + HOUR_MS; start += resolution * MINUTE_MS) {
      const end = start + resolution * MINUTE_MS;
      const isOut = plants.map(({ outages }) =>
        outages.some((each) => each.start < end && each.end > start),
      );
      const rest = isOut.includes(true)
        ? sumOf(
            powers.map((own, i) => {
              if (!isOut[i]) return own;
              return own.map((each) => (available[i] as AvailablePower).at(start, end, each));
            }),
            quantiles,
          )
        : whole;
      periods.push({
        start,
        end,
        microMw: whole.median,
        quantiles: whole.quantiles,
        availableMicroMw: rest.median,
        availableQuantiles: rest.quantiles,
      });
    }
  }
  return periods;
}

/**
 * The levels of each plant in past hours in which those of more than half of the installed power are known: a
 * plant whose own is not has that of the next one in order, as if their errors went together. NaN in other
 * hours.
 */
function jointRanks(plants: readonly SummedPlant[]): readonly Float32Array[] {
  const length = Math.max(...plants.map(({ ranks }) => ranks.length));
  const joint = plants.map(() => new Float32Array(length).fill(Number.NaN));
  const installed = plants.map(({ forecast }) => forecast.installedMicroMw);
  const half = installed.reduce((sum, each) => sum + each, 0) / 2;
  for (let place = 0; place < length; place += 1) {
    const isKnown = plants.map(({ ranks }) => place < ranks.length && !Number.isNaN(ranks[place]));
    const known = installed.reduce((sum, each, i) => (isKnown[i] ? sum + each : sum), 0);
    if (known <= half) continue;
    let next = plants[isKnown.indexOf(true)]?.ranks[place] as number;
    for (let i = plants.length - 1; i >= 0; i -= 1) {
      if (isKnown[i]) next = plants[i]?.ranks[place] as number;
      (joint[i] as Float32Array)[place] = next;
    }
  }
  return joint;
}

/** By hour of the UTC day, the places of the past hours near it in which the plants have levels. */
function drawsByHour(
  [first = new Float32Array()]: readonly Float32Array[],
  ranksFrom: number,
): readonly (readonly number[])[] {
  const draws = Array.from({ length: HOURS_OF_DAY }, (): number[] => []);
  for (let place = 0; place < first.length; place += 1) {
    if (Number.isNaN(first[place])) continue;
    const hour = ((ranksFrom + place * HOUR_MS) / HOUR_MS) % HOURS_OF_DAY;
    for (let near = -NEAR_HOURS; near <= NEAR_HOURS; near += 1) {
      draws[(hour + near + HOURS_OF_DAY) % HOURS_OF_DAY]?.push(place);
    }
  }
  return draws.map((each) => (each.length < MIN_DRAWS ? [] : each));
}

/** Of each plant its power in an hour at its level in each of some past hours; at the median where there are none. */
function drawnPowers(
  plants: readonly SummedPlant[],
  ranks: readonly Float32Array[],
  hour: number,
  places: readonly number[],
): readonly (readonly number[])[] {
  return plants.map(({ forecast }, i) => {
    const own = ranks[i] as Float32Array;
    const index = (hour - forecast.start) / HOUR_MS;
    if (places.length === 0) return [quantileOf(forecast, index, MEDIAN)];
    return places.map((place) => quantileOf(forecast, index, (own[place] as number) * PERCENT));
  });
}

interface Sum {
  readonly median: number;
  readonly quantiles: readonly number[] | null;
}

/** @param powers of each plant one for each draw. */
function sumOf(powers: readonly (readonly number[])[], levels: readonly number[]): Sum {
  const draws = powers[0]?.length ?? 0;
  const sums = new Float64Array(draws);
  for (const own of powers) {
    for (let draw = 0; draw < draws; draw += 1)
      sums[draw] = (sums[draw] as number) + (own[draw] as number);
  }
  sums.sort();
  const median = quantileOfSorted(sums, MEDIAN);
  const isAlone = draws < MIN_DRAWS;
  return {
    median,
    quantiles: isAlone ? null : levels.map((level) => quantileOfSorted(sums, level)),
  };
}

/** On the line between the two values next to it, rounded (type 7 of Hyndman and Fan 1996). */
function quantileOfSorted(sorted: Float64Array, percent: number): number {
  const place = ((sorted.length - 1) * percent) / PERCENT;
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return Math.round(low + (high - low) * (place - Math.floor(place)));
}
