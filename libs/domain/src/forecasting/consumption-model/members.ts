import { type CalendarFit, deviationsOf, expectedOf, fitCalendars } from './calendar-regression.ts';
import {
  DayDeviations,
  type DeviationFit,
  expectedDeviations,
  fitDeviations,
  type Lead,
} from './deviation-regression.ts';
import { expectedProfile, fitProfiles, type ProfileFit } from './profile-regression.ts';
import { recentProfile } from './recent-profile.ts';
import { type TrainingDays, wholeDays } from './training-days.ts';

/** Known days from which on the regressions are learned. */
const MIN_CALENDAR_DAYS = 56;
const MIN_PROFILE_DAYS = 100;

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
  readonly #profileFits = new Map<number, ReadonlyMap<number, ProfileFit>>();

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

  #calendarDay(cutoff: number, origin: number, lead: Lead): Float64Array | undefined {
    const calendar = this.#calendars.get(cutoff);
    if (!calendar) return undefined;
    const key = `${cutoff} ${lead.days}`;
    let fit = this.#deviationFits.get(key);
    if (!fit) {
      fit = fitDeviations(this.#days, calendar.deviations, lead, cutoff);
      this.#deviationFits.set(key, fit);
    }
    const further = expectedDeviations(fit, calendar.deviations, origin, lead);
    const expected = expectedOf(calendar.fit, this.#days, origin + lead.days);
    return expected.map((value, hour) => value + (further[hour] as number));
  }

  #profileDay(cutoff: number, origin: number, lead: Lead): Float64Array | undefined {
    let fits = this.#profileFits.get(lead.days);
    if (!fits) {
      const learnable = this.#after(MIN_PROFILE_DAYS + lead.days);
      const made = learnable.length > 0 ? fitProfiles(this.#days, lead, learnable) : [];
      fits = new Map(made.map((fit, i) => [learnable[i] as number, fit]));
      this.#profileFits.set(lead.days, fits);
    }
    const fit = fits.get(cutoff);
    return fit && expectedProfile(fit, this.#days, origin, lead);
  }

  /** The cutoffs that have so many whole days before them. */
  #after(minDays: number): number[] {
    return this.#cutoffs.filter((cutoff) => wholeDays(this.#days, 0, cutoff).length >= minDays);
  }
}
