import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts';
import { MADRID, parseWallTime } from '../time/label.ts';
import { dateAfter, dateAt } from '../time/madrid-day.ts';
import type { NewJob, Task } from './job.ts';

const SCHEDULE = 'schedule';
const RETRIES = { firstMs: SECOND_MS, factor: 2, longestMs: MINUTE_MS, forMs: HOUR_MS };
/** A clock may be so far behind that of the queue; one that is further behind has stepped back. */
const MAX_SKEW_MS = MINUTE_MS;

/** Work that is done at times of the Madrid clock: by one process, and late after an outage rather than never. */
export interface Schedule {
  readonly name: string;
  /** `HH:MM`, every day. A time that a day's clock does not show is left out; one shown twice counts twice. */
  readonly times: readonly string[];
  run(): Promise<void>;
}

/** The same minutes of every hour, as times of a day. */
export function hourly(...minutes: readonly string[]): string[] {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  return hours.flatMap((hour) => minutes.map((minute) => `${hour}:${minute}`));
}

/** The first of the times after an instant (ms). */
export function nextTime(times: readonly string[], after: number): Date {
  const today = dateAt(after);
  for (let day = 0; ; day += 1) {
    const date = dateAfter(today, day);
    const instants = times
      .flatMap((time) => MADRID.instantsOf(parseWallTime(`${date} ${time}`) as number))
      .filter((instant) => instant > after);
    if (instants.length > 0) return new Date(Math.min(...instants));
  }
}

/** The task of all schedules: each is a job, whose row is what keeps two processes from doing it. */
export function scheduleTask(
  schedules: readonly Schedule[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Task {
  const now = () => clock().getTime();
  const named = (name: string) => schedules.find((schedule) => schedule.name === name);
  /** The time for which it ran is in the job's reason: a clock that is a little late does not repeat it. */
  const next = ({ times }: Schedule, reason: string) => {
    const planned = Date.parse(reason);
    const isAhead = planned > now() && planned - now() < MAX_SKEW_MS;
    const at = nextTime(times, isAhead ? planned : now());
    return { step: '', reason: at.toISOString(), due: { at } };
  };
  return {
    kind: SCHEDULE,
    concurrency: 2,
    retries: RETRIES,
    maxDelayMs: Infinity,
    standing: () =>
      schedules.map(({ name, times }): NewJob => {
        return { kind: SCHEDULE, subject: name, lane: name, at: nextTime(times, now()) };
      }),
    async step({ subject, reason }) {
      const schedule = named(subject);
      // One of another release ends here, and comes back with that release.
      if (!schedule) return undefined;
      await schedule.run();
      return next(schedule, reason);
    },
    giveUp({ subject, reason }, err) {
      log.error({ schedule: subject, err }, 'scheduled work was given up until its next time');
      const schedule = named(subject);
      return schedule && next(schedule, reason);
    },
  };
}
