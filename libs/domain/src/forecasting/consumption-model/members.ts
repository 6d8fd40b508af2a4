import { type CalendarFit, deviationsOf, expectedOf, fitCalendars } from './calendar-regression.ts';
import {
  DayDeviations,
  type DeviationFit,
  expectedDeviations,
  fitDeviations,
} from './deviation-regression.ts';
import type { Lead } from './lead.ts';
import { expectedProfile, fitProfiles, type ProfileFit } from './profile-regression.ts';
import { recentProfile } from './recent-profile.ts';
import type { TemperatureDay } from './temperature-day.ts';
import { type TrainingDays, wholeDays } from './training-days.ts';

/** Known days from which on the regressions are learned. */
const MIN_CALENDAR_DAYS = 56;
const MIN_PROFILE_DAYS = 100;
/** Days of which the temperature was known from which on it is learned. */
const MIN_TEMPERATURE_DAYS = 28;
/** Days that regressions look back. */
const LOOK_BACK_DAYS = 28;

/** The member that every history has; the others are weighed by it. */
export const REFERENCE = 'recent';
export const MEMBERS = [REFERENCE, 'calendar', 'profile'] as const;

/** By member, 24 values that it expects of a day. */
export type Expected = ReadonlyMap<string, Float64Array>;

/** The members as learned from the days before each of several. */
export class Members {
  readonly #days: TrainingDays;
  readonly #cutoffs: readonly number[];
  readonly #calendars: ReadonlyMap<
    number,
    { readonly fit: CalendarFit; readonly deviations: DayDeviations }
  >;
  readonly #deviationFits = new Map<string, DeviationFit>();
  readonly #profileFits = new Map<string, ReadonlyMap<number, ProfileFit>>();
  readonly #temperatureCounts = new Map<string, number>();

  /** @param cutoffs the first days that are not learned from, ascending. */
  constructor(days: TrainingDays, cutoffs: readonly number[]) {
    this.#days = days;
    this.#cutoffs = cutoffs;
    const learnable = this.#after(MIN_CALENDAR_DAYS);
    const fits = learnable.length > 0 ? fitCalendars(days, learnable) : [];
    this.#calendars = new Map(
      fits.map((fit, i) => {
        const deviations = new DayDeviations(deviationsOf(fit, days));
        return [learnable[i] as number, { fit, deviations }];
      }),
    );
  }

  /**
   * What the members, as learned from the days before `cutoff`, expect of the day that comes `lead` after one. The
   * profile regression is one of them for the nearest day alone.
   */
  expected(cutoff: number, origin: number, lead: Lead): Expected {
    const all = [
      [REFERENCE, recentProfile(this.#days, origin, origin + lead.days)],
      ['calendar', this.#calendarDay(cutoff, origin, lead)],
      ['profile', lead.isNearest ? this.#profileDay(cutoff, origin, lead) : undefined],
    ] as const;
    return new Map(all.flatMap(([name, values]) => (values ? [[name, values]] : [])));
  }

  /** Whether the temperature of the day that comes `lead` after one is a part of what is expected. */
  goesByTemperature(cutoff: number, origin: number, lead: Lead): boolean {
    if (!this.#calendars.has(cutoff) || !this.#temperature(origin, lead)) return false;
    return this.#knownTemperatures(cutoff, lead) >= MIN_TEMPERATURE_DAYS;
  }

  #calendarDay(cutoff: number, origin: number, lead: Lead): Float64Array | undefined {
    const calendar = this.#calendars.get(cutoff);
    if (!calendar) return undefined;
    const isByTemperature = this.goesByTemperature(cutoff, origin, lead);
    const ahead = isByTemperature ? this.#days.temperatures?.ahead(lead) : undefined;
    const key = `${cutoff} ${lead.days} ${isByTemperature}`;
    let fit = this.#deviationFits.get(key);
    if (!fit) {
      fit = fitDeviations(this.#days, calendar.deviations, lead, cutoff, ahead);
      this.#deviationFits.set(key, fit);
    }
    const temperature = isByTemperature ? this.#temperature(origin, lead) : undefined;
    const further = expectedDeviations(fit, calendar.deviations, origin, lead, temperature);
    const expected = expectedOf(calendar.fit, this.#days, origin + lead.days);
    return expected.map((value, hour) => value + (further[hour] as number));
  }

  #profileDay(cutoff: number, origin: number, lead: Lead): Float64Array | undefined {
    const temperature = this.#temperature(origin, lead);
    if (temperature) {
      const fit = this.#profiles(lead, true).get(cutoff);
      if (fit) return expectedProfile(fit, this.#days, origin, lead, temperature);
    }
    const fit = this.#profiles(lead, false).get(cutoff);
    return fit && expectedProfile(fit, this.#days, origin, lead);
  }

  #profiles(lead: Lead, isByTemperature: boolean): ReadonlyMap<number, ProfileFit> {
    const key = `${lead.days} ${isByTemperature}`;
    let fits = this.#profileFits.get(key);
    if (!fits) {
      const learnable = this.#after(MIN_PROFILE_DAYS + lead.days).filter((cutoff) => {
        return !isByTemperature || this.#knownTemperatures(cutoff, lead) >= MIN_PROFILE_DAYS;
      });
      const ahead = isByTemperature ? this.#days.temperatures?.ahead(lead) : undefined;
      const made = learnable.length > 0 ? fitProfiles(this.#days, lead, learnable, ahead) : [];
      fits = new Map(made.map((fit, i) => [learnable[i] as number, fit]));
      this.#profileFits.set(key, fits);
    }
    return fits;
  }

  #temperature(origin: number, lead: Lead): TemperatureDay | undefined {
    return this.#days.temperatures?.ahead(lead).get(this.#days.dateAt(origin));
  }

  /** Whole days before one of which the temperature was known when they were so far ahead. */
  #knownTemperatures(cutoff: number, lead: Lead): number {
    const key = `${cutoff} ${lead.days}`;
    let count = this.#temperatureCounts.get(key);
    if (count === undefined) {
      const places = wholeDays(this.#days, LOOK_BACK_DAYS + lead.days, cutoff);
      count = places.filter((place) => this.#temperature(place - lead.days, lead)).length;
      this.#temperatureCounts.set(key, count);
    }
    return count;
  }

  /** The cutoffs that have so many whole days before them. */
  #after(minDays: number): number[] {
    return this.#cutoffs.filter((cutoff) => wholeDays(this.#days, 0, cutoff).length >= minDays);
  }
}
