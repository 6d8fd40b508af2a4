import { DAY_MS, HOUR_MS, MADRID, MICRO } from '@solano/domain/kernel';
import type { ScoredForecast } from '../delivered-forecasts/forecasts-by-lead.ts';
import { type BandFigures, BandScores } from './band-scores.ts';
import { type ErrorFigures, ErrorSums, GroupedErrors, Skill } from './errors.ts';
import type { Reference } from './references.ts';

/** The references of a forecast at an instant. */
export interface References {
  readonly persistence: Reference;
  readonly climatology: Reference;
}

export interface PeriodFigures extends ErrorFigures {
  readonly periods: number;
}

/** How good the forecasts of one origin are. */
export interface OriginScore extends PeriodFigures, BandFigures {
  readonly skillPersistence: number | null;
  readonly skillClimatology: number | null;
  readonly forecastMwh: number;
  readonly byLeadHours: readonly (PeriodFigures & { readonly leadHours: number })[];
  readonly byHour: readonly (PeriodFigures & { readonly hour: number })[];
}

/** Errors of the forecasts of one origin, quarter by quarter. */
export class OriginErrors {
  readonly #nominalMicroMw: number;
  readonly #all = new ErrorSums();
  readonly #byLead = new GroupedErrors();
  readonly #byHour = new GroupedErrors();
  readonly #persistence = new Skill();
  readonly #climatology = new Skill();
  readonly #bands = new BandScores();

  constructor(nominalMw: number) {
    this.#nominalMicroMw = nominalMw * MICRO;
  }

  add(forecast: ScoredForecast, measured: number, references: References): void {
    const { start, microMw, version } = forecast;
    const error = microMw - measured;
    this.#all.add(error);
    this.#byLead.add(Math.floor((start - version.knownAt) / HOUR_MS), error);
    this.#byHour.add(madridHour(start), error);
    this.#persistence.add(error, references.persistence(start) - measured);
    this.#climatology.add(error, references.climatology(start) - measured);
    if (version.own) this.#bands.add(version.own, start, measured);
  }

  score(forecastMwh: number): OriginScore {
    const nominal = this.#nominalMicroMw;
    return {
      periods: this.#all.periods,
      ...this.#all.figures(nominal),
      ...this.#bands.figures(nominal),
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
