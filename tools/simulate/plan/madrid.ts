/** Madrid's clock by the time zones of the JavaScript engine alone. */
const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'short',
});
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `YYYY-MM-DD HH:MM` at an instant (ms). */
function madridLabel(at: number): string {
  return CLOCK.format(at);
}

/** The instant (ms) at which Madrid's clock first shows a whole hour of a day, some days off. */
export function madridHour(date: string, hour: number, daysOff = 0): number {
  const noon = Date.parse(`${date}T12:00:00Z`) + daysOff * 24 * HOUR;
  const label = `${new Date(noon).toISOString().slice(0, 10)} ${String(hour).padStart(2, '0')}:00`;
  // The clock is one or two hours ahead of UTC.
  const utc = Date.parse(`${label.replace(' ', 'T')}:00Z`);
  const found = [utc - 2 * HOUR, utc - HOUR].find((at) => madridLabel(at) === label);
  if (found === undefined) throw new Error(`Madrid's clock does not show ${label}.`);
  return found;
}

/** The ends (ms) of items of a day by their labels in order: a repeated label is the later pass of its hour. */
export function endsOf(date: string, labels: readonly string[], minutes: number): number[] {
  const start = madridHour(date, 0);
  const end = madridHour(date, 0, 1);
  const ends: number[] = [];
  let at = start;
  for (const label of labels) {
    do at += minutes * MINUTE;
    while (madridLabel(at) !== label && at < end);
    if (madridLabel(at) !== label)
      throw new Error(`${date} has no ${label} after the item before.`);
    ends.push(at);
  }
  return ends;
}
