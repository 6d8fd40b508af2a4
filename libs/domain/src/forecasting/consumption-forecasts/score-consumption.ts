import {
  DAY_MS,
  dateAfter,
  HOUR_MS,
  HOURS,
  hourAt,
  MICRO,
  startOfDate,
} from '@solano/domain/kernel';
import {
  type ConsumptionDay,
  hindcastConsumption,
} from '../consumption-model/forecast-consumption.ts';
import type { Lead } from '../consumption-model/lead.ts';
import { DAY_AHEAD_HOUR, dayAheadInstant } from '../distributions/forecast-day.ts';
import { keptForecast, MEDIAN } from '../distributions/own-forecast.ts';
import { LEVELS } from '../levels.ts';
import { BandScores } from '../scores/band-scores.ts';
import { ErrorSums, GroupedErrors, Skill } from '../scores/errors.ts';
import type { ConsumptionScoreInputs } from './consumption-score.ts';
import { groupsKnownAt } from './forecast-portfolio.ts';
import { SummedConsumption } from './summed-consumption.ts';

/** Above the largest quantile, so that no band ends there. */
const ABOVE = 1.25;

interface Figures {
  readonly periods: number;
  readonly nmae: number | null;
  readonly nrmse: number | null;
  readonly bias: number | null;
}

/** How good forecasts are; errors in parts of the mean measured power, null where there is none. */
export interface ConsumptionScore extends Figures {
  readonly leftOut: { readonly noConsumption: number; readonly noForecast: number };
  readonly measuredMwh: number;
  readonly forecastMwh: number;
  readonly skillPersistence: number | null;
  readonly skillClimatology: number | null;
  readonly skillWeekBefore: number | null;
  /** Mean absolute error ÷ that of the same hour a week before. */
  readonly errorByWeekBefore: number | null;
  readonly pinball: number | null;
  /** Of the central bands of 50, 80 and 90 %. */
  readonly coverage: readonly (number | null)[];
  /** By whole hours from 09:00 of the day before to the hour’s start. */
  readonly byLeadHours: readonly (Figures & { readonly leadHours: number })[];
  readonly byHour: readonly (Figures & { readonly hour: number })[];
}

/** Computes scores: some tenths of a second for each group. */
export function scoreConsumption(inputs: ConsumptionScoreInputs): ConsumptionScore {
  const groups = groupsKnownAt(inputs, inputs.at);
  const lead = leadOf(inputs.knownAfter);
  const hindcasts = hindcastConsumption(groups, inputs.dates, lead);
  const sum = new SummedConsumption(groups);
  const sums = new ScoreSums(sum, inputs.knownAfter);
  for (const [i, date] of inputs.dates.entries()) sums.addDay(date, hindcasts[i]);
  return sums.score;
}

/** What is known at 09:00 of the day before, where the first value of an hour is known so long (ms) after it. */
function leadOf(knownAfter: number): Lead {
  const known = DAY_AHEAD_HOUR - Math.ceil(knownAfter / HOUR_MS);
  const daysBack = Math.max(0, Math.ceil(-known / HOURS));
  const madeAfter = daysBack * DAY_MS + DAY_AHEAD_HOUR * HOUR_MS;
  return { days: 1 + daysBack, hours: known + daysBack * HOURS, isNearest: true, madeAfter };
}

class ScoreSums {
  readonly #consumption: SummedConsumption;
  readonly #knownAfter: number;
  readonly #leftOut = { noConsumption: 0, noForecast: 0 };
  readonly #all = new ErrorSums();
  readonly #byLead = new GroupedErrors();
  readonly #byHour = new GroupedErrors();
  readonly #persistence = new Skill();
  readonly #climatology = new Skill();
  readonly #weekBefore = new Skill();
  readonly #bands = new BandScores();
  readonly #compared = { own: 0, weekBefore: 0 };
  #measured = 0;
  #forecast = 0;

  constructor(consumption: SummedConsumption, knownAfter: number) {
    this.#consumption = consumption;
    this.#knownAfter = knownAfter;
  }

  addDay(date: string, forecast: ConsumptionDay | undefined): void {
    const begin = startOfDate(date);
    const hours = (startOfDate(dateAfter(date, 1)) - begin) / HOUR_MS;
    const highest = Math.max(...(forecast?.mw.at(-1) ?? []));
    const asked = dayAheadInstant(date);
    const kept =
      forecast &&
      keptForecast(
        { method: 'learned', weather: undefined, start: begin, mw: forecast.mw },
        { knownAt: new Date(asked), installedMw: highest * ABOVE },
      );
    for (let hour = 0; hour < hours; hour += 1) {
      const start = begin + hour * HOUR_MS;
      const measured = this.#consumption.at(start) * MICRO;
      if (Number.isNaN(measured)) this.#leftOut.noConsumption += 1;
      else if (!forecast || !kept) this.#leftOut.noForecast += 1;
      else {
        const expected = (forecast.mw[LEVELS.indexOf(MEDIAN)]?.[hour] as number) * MICRO;
        this.#add(start, measured, expected, asked);
        this.#bands.add(kept, start, measured);
      }
    }
  }

  #add(start: number, measured: number, expected: number, asked: number): void {
    const error = expected - measured;
    const known = asked - this.#knownAfter;
    const weekBefore = this.#consumption.at(start - 7 * DAY_MS) * MICRO - measured;
    this.#measured += measured;
    this.#forecast += expected;
    this.#all.add(error);
    this.#byLead.add((start - asked) / HOUR_MS, error);
    this.#byHour.add(hourAt(start), error);
    this.#persistence.add(error, this.#consumption.lastBefore(known) * MICRO - measured);
    this.#climatology.add(error, this.#consumption.meanBefore(known, start) * MICRO - measured);
    this.#weekBefore.add(error, weekBefore);
    if (Number.isNaN(weekBefore)) return;
    this.#compared.own += Math.abs(error);
    this.#compared.weekBefore += Math.abs(weekBefore);
  }

  get score(): ConsumptionScore {
    const { periods } = this.#all;
    const mean = periods === 0 ? 0 : Math.max(0, this.#measured / periods);
    const { own, weekBefore } = this.#compared;
    return {
      periods,
      leftOut: this.#leftOut,
      measuredMwh: this.#measured / MICRO,
      forecastMwh: this.#forecast / MICRO,
      ...this.#all.figures(mean),
      skillPersistence: this.#persistence.value,
      skillClimatology: this.#climatology.value,
      skillWeekBefore: this.#weekBefore.value,
      errorByWeekBefore: weekBefore > 0 ? own / weekBefore : null,
      ...this.#bands.figures(mean),
      byLeadHours: this.#byLead
        .figures(mean)
        .map(({ key, ...figures }) => ({ leadHours: key, ...figures })),
      byHour: this.#byHour.figures(mean).map(({ key, ...figures }) => ({ hour: key, ...figures })),
    };
  }
}
