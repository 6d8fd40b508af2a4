import { type Finding, ok, problem, warning } from './finding.ts';

/** Callback tokens are valid for ten minutes, timestamps of webhooks for five. */
const MAX_DIFFERENCE_MS = 60_000;
const WARNING_DIFFERENCE_MS = 5_000;

/** How far the clock of `what` is ahead of this machine's, in ms; measured to within `precisionMs`. */
export function examineClock(what: string, aheadMs: number, precisionMs = 0): Finding {
  const check = `clock of the ${what}`;
  const ms = Math.max(0, Math.abs(aheadMs) - precisionMs);
  const seconds = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  if (ms <= WARNING_DIFFERENCE_MS) return ok(check, 'It agrees with this machine’s.');
  const message = `It is ${seconds}: let NTP set both.`;
  return ms > MAX_DIFFERENCE_MS ? problem(check, message) : warning(check, message);
}
