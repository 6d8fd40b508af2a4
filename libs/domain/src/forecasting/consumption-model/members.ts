import { type CalendarFit, deviationsOf, expectedOf, fitCalendar } from './calendar-regression.ts';
import {
  DayDeviations,
  type DeviationFit,
  expectedDeviations,
  fitDeviations,
  type Lead,
} from './deviation-regression.ts';
import { expectedProfile, fitProfile, type ProfileFit } from './profile-regression.ts';
import { recentProfile } from './recent-profile.ts';
import type { TrainingDays } from './training-days.ts';

/** Known days from which on the regressions are learned. */
const MIN_CALENDAR_DAYS = 56;
const MIN_PROFILE_DAYS = 100;

/** The member that every history has; the others are weighed by it. */
export const REFERENCE = 'recent';
export const MEMBERS = [REFERENCE, 'calendar', 'profile'] as const;

/** By member, 24 values that it expects of a day. */
export type Expected = ReadonlyMap<string, Float64Array>;

/** The members as learned from the days before one. */
export class Members {
  readonly #days: TrainingDays;
  readonly #until: number;
  readonly #knownDays: number;
  readonly #calendar: CalendarFit | undefined;
  readonly #deviations: DayDeviations | undefined;
  readonly #deviationFits = new Map<number, DeviationFit | undefined>();
  readonly #profileFits = new Map<number, ProfileFit | undefined>();

  /** @param until the first day that is not learned from. */
  constructor(days: TrainingDays, until: number) {
    this.#days = days;
    this.#until = until;
    this.#knownDays = days.isWhole.slice(0, until).filter(Boolean).length;
    if (this.#knownDays < MIN_CALENDAR_DAYS) return;
    this.#calendar = fitCalendar(days, until);
    if (this.#calendar) this.#deviations = new DayDeviations(deviationsOf(this.#calendar, days));
  }

  /**
   * What the members expect of the day that comes so many days after one of which a part is known.
   *
   * @param withProfile whether the profile regression is one of them.
   */
  expected(origin: number, ahead: number, withProfile: boolean): Expected {
    const lead = { days: ahead, hours: this.#days.hoursOfLast };
    const all = [
      [REFERENCE, recentProfile(this.#days, origin, origin + ahead)],
      ['calendar', this.#calendarDay(origin, lead)],
      ['profile', withProfile ? this.#profileDay(origin, lead) : undefined],
    ] as const;
    return new Map(all.flatMap(([name, values]) => (values ? [[name, values]] : [])));
  }

  #calendarDay(origin: number, lead: Lead): Float64Array | undefined {
    const deviations = this.#deviations;
    const calendar = this.#calendar;
    if (!deviations || !calendar) return undefined;
    const fit = fitOnce(this.#deviationFits, lead, () =>
      fitDeviations(this.#days, deviations, lead, this.#until),
    );
    if (!fit) return undefined;
    const further = expectedDeviations(fit, deviations, origin, lead);
    const expected = expectedOf(calendar, this.#days, origin + lead.days);
    return expected.map((value, hour) => value + (further[hour] as number));
  }

  #profileDay(origin: number, lead: Lead): Float64Array | undefined {
    if (this.#knownDays < MIN_PROFILE_DAYS) return undefined;
    const fit = fitOnce(this.#profileFits, lead, () => fitProfile(this.#days, lead, this.#until));
    return fit && expectedProfile(fit, this.#days, origin, lead);
  }
}

function fitOnce<Fit>(fits: Map<number, Fit>, lead: Lead, make: () => Fit): Fit {
  if (!fits.has(lead.days)) fits.set(lead.days, make());
  return fits.get(lead.days) as Fit;
}
