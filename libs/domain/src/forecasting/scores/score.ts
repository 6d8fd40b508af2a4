import { KnownPower, type SeriesWindow } from '@solano/domain/energy';
import { QUARTER_MS } from '@solano/domain/kernel';
import { type KnownForecast, scoredForecasts } from '../delivered-forecasts/forecasts-by-lead.ts';
import { type LostEnergy, lostEnergy } from './lost-energy.ts';
import { OriginErrors, type OriginScore, type References } from './origin-errors.ts';
import { ClearSky, clearSkyIndex, climatology, lastValue } from './references.ts';
import {
  type ForecastOrigin,
  firstKnownOf,
  historyStart,
  type ScoreInputs,
} from './score-inputs.ts';
import { megawattHours, type Truth, truthOf } from './truth.ts';

export interface Score {
  /** Quarters of which an origin is scored. */
  readonly periods: number;
  readonly leftOut: {
    readonly outage: number;
    readonly noProduction: number;
    readonly noForecast: number;
  };
  /** Null where nothing was measured. */
  readonly producedMwh: number | null;
  /** Those that have a forecast of a period of the window. */
  readonly origins: readonly (OriginScore & { readonly origin: ForecastOrigin })[];
  readonly lost: readonly LostEnergy[];
}

/** Scores the forecasts of a plant; docs/scores.md has the formulas. */
export function scoreForecasts(inputs: ScoreInputs): Score {
  const truth = truthOf(inputs);
  const isForecast = new Uint8Array(truth.microMw.length);
  const origins = (['delivered', 'solano'] as const).flatMap((origin) => {
    const score = scoreOrigin(inputs, truth, inputs[origin], isForecast);
    return score ? [{ origin, ...score }] : [];
  });
  return {
    ...countPeriods(truth.microMw, truth.isOut, isForecast),
    producedMwh: truth.producedMwh,
    origins,
    lost: lostEnergy(inputs, truth),
  };
}

/**
 * The score of the forecasts of one origin; undefined where none is of a period of the window.
 *
 * @param isForecast of each quarter whether an origin has a forecast; it is brought up to date.
 */
function scoreOrigin(
  inputs: ScoreInputs,
  { microMw, isOut }: Truth,
  versions: readonly KnownForecast[],
  isForecast: Uint8Array,
): OriginScore | undefined {
  const { window, lead } = inputs;
  const references = new ReferencesInOrder(inputs);
  const errors = new OriginErrors(inputs.plant.nominalMw);
  let sum = 0;
  let isAny = false;
  for (const forecast of scoredForecasts(versions, window, lead)) {
    const index = (forecast.start - window.from) / QUARTER_MS;
    const measured = microMw[index] as number;
    isAny = true;
    isForecast[index] = 1;
    sum += forecast.microMw;
    if (isOut[index] || Number.isNaN(measured)) continue;
    errors.add(forecast, measured, references.at(forecast.at));
  }
  if (!isAny) return undefined;
  return errors.score(megawattHours(lead === 'run' ? sumBeforeStart(versions, window) : sum));
}

/** Micro-MW of each quarter's newest forecast that was known when it began, summed. */
function sumBeforeStart(versions: readonly KnownForecast[], window: SeriesWindow): number {
  let sum = 0;
  for (const { microMw } of scoredForecasts(versions, window, 0)) sum += microMw;
  return sum;
}

/** A quarter is left out for the first of the reasons that it has: outage, production, forecast. */
function countPeriods(microMw: Float64Array, isOut: Uint8Array, isForecast: Uint8Array) {
  const leftOut = { outage: 0, noProduction: 0, noForecast: 0 };
  let periods = 0;
  for (let i = 0; i < microMw.length; i += 1) {
    if (isOut[i]) leftOut.outage += 1;
    else if (Number.isNaN(microMw[i])) leftOut.noProduction += 1;
    else if (!isForecast[i]) leftOut.noForecast += 1;
    else periods += 1;
  }
  return { periods, leftOut };
}

/** The references of a plant at instants in order. */
class ReferencesInOrder {
  readonly #power: KnownPower;
  readonly #sky: ClearSky | undefined;
  #at = Number.NaN;
  #references: References | undefined;

  constructor({ plant, runs, delivered, solano, window, lead, knownAfter }: ScoreInputs) {
    const firstKnown = Math.min(firstKnownOf(delivered), firstKnownOf(solano));
    const seen = { from: historyStart(firstKnown, window, lead), to: window.to };
    this.#power = new KnownPower(runs, seen, knownAfter);
    this.#sky = plant.technology === 'solar' ? new ClearSky(plant, seen) : undefined;
  }

  at(at: number): References {
    if (!this.#references || at !== this.#at) {
      this.#power.advance(at);
      this.#at = at;
      const known = { power: this.#power, at };
      const persistence = this.#sky ? clearSkyIndex(known, this.#sky) : lastValue(known);
      this.#references = { persistence, climatology: climatology(known) };
    }
    return this.#references;
  }
}
