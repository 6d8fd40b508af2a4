import { type DeliveredRun, deliveredPower, type SeriesWindow } from '@solano/domain/energy';
import { DAY_MS, HOUR_MS, MADRID, MICRO, QUARTER_MINUTES, QUARTER_MS } from '@solano/domain/kernel';
import {
  type KnownForecast,
  type Lead,
  type ScoredForecast,
  scoredForecasts,
} from '../delivered-forecasts/forecasts-by-lead.ts';
import { type ErrorFigures, ErrorSums, GroupedErrors, Skill } from './errors.ts';
import { KnownPower } from './known-power.ts';
import {
  ClearSky,
  clearSkyIndex,
  climatology,
  lastValue,
  REFERENCE_DAYS,
  type Reference,
} from './references.ts';
import type { Place } from './sun.ts';

/** Days before a period at which a forecast may have been asked for: 168 hours, or 09:00 of the day before. */
const LONGEST_LEAD_DAYS = 7;

/** What the forecasts of a plant are scored by. */
export interface ScoreInputs {
  readonly plant: Place & { readonly technology: 'wind' | 'solar'; readonly nominalMw: number };
  /** Measured production since {@link historyStart}, in order of delivery. */
  readonly runs: readonly DeliveredRun[];
  /** In order of `knownAt`. */
  readonly versions: readonly KnownForecast[];
  /** Instants in ms. */
  readonly outages: readonly { readonly start: number; readonly end: number }[];
  /** Whole quarters, all of them over. */
  readonly window: SeriesWindow;
  readonly lead: Lead;
  /** After how long (ms) the first value of a period is known. */
  readonly knownAfter: number;
}

interface References {
  readonly persistence: Reference;
  readonly climatology: Reference;
}

export interface PeriodFigures extends ErrorFigures {
  readonly periods: number;
}

/** How good the forecasts of one origin are. */
export interface OriginScore extends ErrorFigures {
  readonly skillPersistence: number | null;
  readonly skillClimatology: number | null;
  readonly forecastMwh: number;
  readonly byLeadHours: readonly (PeriodFigures & { readonly leadHours: number })[];
  readonly byHour: readonly (PeriodFigures & { readonly hour: number })[];
}

export interface Score {
  /** Quarters that are scored. */
  readonly periods: number;
  readonly leftOut: {
    readonly outage: number;
    readonly noProduction: number;
    readonly noForecast: number;
  };
  readonly producedMwh: number;
  /** Undefined where no period of the window has a forecast. */
  readonly delivered: OriginScore | undefined;
}

/** From when on (ms) scores look at measured production: the start of a UTC day. */
export function historyStart(
  versions: readonly KnownForecast[],
  window: SeriesWindow,
  lead: Lead,
): number {
  const firstRun = lead === 'run' ? versions[0]?.knownAt : undefined;
  const first = Math.min(window.from - LONGEST_LEAD_DAYS * DAY_MS, firstRun ?? window.from);
  return Math.floor(first / DAY_MS - REFERENCE_DAYS) * DAY_MS;
}

/** Scores the forecasts of a plant; docs/scores.md has the formulas. */
export function scoreForecasts(inputs: ScoreInputs): Score {
  const { versions, window, lead } = inputs;
  const { microMw, isOut, producedMwh } = truthOf(inputs);
  const references = new ReferencesInOrder(inputs);
  const errors = new OriginErrors(inputs);
  const isForecast = new Uint8Array(microMw.length);
  let forecastSum = 0;
  for (const forecast of scoredForecasts(versions, window, lead)) {
    const index = (forecast.start - window.from) / QUARTER_MS;
    const measured = microMw[index] as number;
    isForecast[index] = 1;
    forecastSum += forecast.microMw;
    if (isOut[index] || Number.isNaN(measured)) continue;
    errors.add(forecast, measured, references.at(forecast.at));
  }
  if (lead === 'run') forecastSum = sumBeforeStart(inputs);
  const isAny = isForecast.includes(1);
  const delivered = isAny ? errors.score(megawattHours(forecastSum)) : undefined;
  return { ...countPeriods(microMw, isOut, isForecast), producedMwh, delivered };
}

/** Micro-MW of each quarter's newest forecast that was known when it began, summed. */
function sumBeforeStart({ versions, window }: ScoreInputs): number {
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

/** Micro-MW by quarter of the window, NaN where nothing was produced or an outage leaves the quarter out. */
interface Truth {
  readonly microMw: Float64Array;
  readonly isOut: Uint8Array;
  readonly producedMwh: number;
}

function truthOf({ runs, outages, window }: ScoreInputs): Truth {
  const length = Math.max(0, (window.to - window.from) / QUARTER_MS);
  const microMw = new Float64Array(length).fill(Number.NaN);
  let sum = 0;
  for (const quarter of deliveredPower(runs, window).resampled(QUARTER_MINUTES)) {
    microMw[(quarter.start - window.from) / QUARTER_MS] = quarter.microMw;
    sum += quarter.microMw;
  }
  const isOut = new Uint8Array(length);
  for (const { start, end } of outages) {
    const first = Math.max(0, Math.floor((start - window.from) / QUARTER_MS));
    const after = Math.min(length, Math.ceil((end - window.from) / QUARTER_MS));
    if (first < after) isOut.fill(1, first, after);
  }
  return { microMw, isOut, producedMwh: megawattHours(sum) };
}

function megawattHours(quarters: number): number {
  return (quarters * QUARTER_MS) / HOUR_MS / MICRO;
}

/** Errors of the forecasts of one origin, quarter by quarter. */
class OriginErrors {
  readonly #inputs: ScoreInputs;
  readonly #all = new ErrorSums();
  readonly #byLead = new GroupedErrors();
  readonly #byHour = new GroupedErrors();
  readonly #persistence = new Skill();
  readonly #climatology = new Skill();

  constructor(inputs: ScoreInputs) {
    this.#inputs = inputs;
  }

  add(forecast: ScoredForecast, measured: number, references: References): void {
    const { start, microMw, knownAt } = forecast;
    const error = microMw - measured;
    this.#all.add(error);
    this.#byLead.add(Math.floor((start - knownAt) / HOUR_MS), error);
    this.#byHour.add(madridHour(start), error);
    this.#persistence.add(error, references.persistence(start) - measured);
    this.#climatology.add(error, references.climatology(start) - measured);
  }

  score(forecastMwh: number): OriginScore {
    const nominal = this.#inputs.plant.nominalMw * MICRO;
    return {
      ...this.#all.figures(nominal),
      skillPersistence: this.#persistence.value,
      skillClimatology: this.#climatology.value,
      forecastMwh,
      byLeadHours: this.#byLead
        .figures(nominal)
        .map(({ key, ...figures }) => ({ leadHours: key, ...figures })),
      byHour: this.#byHour
        .figures(nominal)
        .map(({ key, ...figures }) => ({ hour: key, ...figures })),
    };
  }
}

/** Hour of the Madrid clock at an instant (ms). */
function madridHour(at: number): number {
  return Math.floor(((at + MADRID.offsetAt(at)) % DAY_MS) / HOUR_MS);
}

/** The references of a plant at instants in order. */
class ReferencesInOrder {
  readonly #power: KnownPower;
  readonly #sky: ClearSky | undefined;
  #at = Number.NaN;
  #references: References | undefined;

  constructor({ plant, runs, versions, window, lead, knownAfter }: ScoreInputs) {
    const seen = { from: historyStart(versions, window, lead), to: window.to };
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
