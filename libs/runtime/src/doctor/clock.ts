import type { Finding } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** Callback tokens are valid for ten minutes, timestamps of webhooks for five. */
const MAX_MS = 60_000;
const NOTABLE_MS = 5_000;

/** How far the clock of `what` is ahead of this machine's, in ms; known to `exactMs`. */
export function examineClock(what: string, aheadMs: number, exactMs = 0): Finding {
  const check = `clock of the ${what}`;
  const ms = Math.max(0, Math.abs(aheadMs) - exactMs);
  const seconds = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  if (ms <= NOTABLE_MS) return ok(check, 'It agrees with this machine’s.');
  const message = `It is ${seconds}: let NTP set both.`;
  return ms > MAX_MS ? problem(check, message) : warning(check, message);
}
