import {
  type Clock,
  dateAfter,
  dateAt,
  HOUR_MS,
  type Log,
  MADRID,
  MINUTE_MS,
  parseWallTime,
  SECOND_MS,
} from '@solano/domain/kernel';
import type { NewJob, Task } from './job.ts';

const SCHEDULE = 'schedule';
const RETRIES = { firstMs: SECOND_MS, factor: 2, longestMs: MINUTE_MS, forMs: HOUR_MS };
/** Maximum clock skew. A time further ahead was written by a wrong clock. */
const MAX_SKEW_MS = MINUTE_MS;
/** How often a job looks at the clock at least: it may have stepped. */
const MAX_WAIT_MS = HOUR_MS;

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

/** Every minute of a day. */
export function everyMinute(): string[] {
  return hourly(...Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0')));
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

/**
 * The task of all schedules: each is a job, whose row is what keeps two processes from doing it. The
 * job's reason is the time for which it runs next.
 */
export function scheduleTask(
  schedules: readonly Schedule[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Task {
  const now = () => clock().getTime();
  const named = (name: string) => schedules.find((schedule) => schedule.name === name);
  const wait = (until: Date | number, reason = new Date(until).toISOString()) => {
    const at = new Date(Math.min(Number(until), now() + MAX_WAIT_MS));
    return { step: '', reason, due: { at } };
  };
  return {
    kind: SCHEDULE,
    concurrency: 2,
    retries: RETRIES,
    maxDelayMs: MAX_WAIT_MS + MAX_SKEW_MS,
    initialJobs: () =>
      schedules.map(({ name }): NewJob => ({ kind: SCHEDULE, subject: name, lane: name })),
    async step({ subject, reason }) {
      const schedule = named(subject);
      // Another release, which runs beside this one, may know it.
      if (!schedule) return wait(Infinity, reason);
      const planned = Date.parse(reason);
      if (planned <= now()) await schedule.run();
      const next = nextTime(schedule.times, now());
      const isAhead = planned > now() && planned <= next.getTime() + MAX_SKEW_MS;
      return wait(isAhead ? planned : next);
    },
    giveUp({ subject, reason }, err) {
      log.error({ schedule: subject, err }, 'scheduled work was given up until its next time');
      const schedule = named(subject);
      return schedule ? wait(nextTime(schedule.times, now())) : wait(Infinity, reason);
    },
  };
}
