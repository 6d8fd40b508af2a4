import { DAY_MS, type ErrorCode, isSolanoError, MINUTE_MS } from '@solano/domain/kernel';

/**
 * How a step is retried: pauses that grow from `firstMs` to `longestMs`, for about `forMs` in all.
 * Temporal keeps it by these names as an argument of workflows under way, so they stay.
 */
export interface Retries {
  readonly firstMs: number;
  readonly factor: number;
  readonly longestMs: number;
  /** Infinity: without end. */
  readonly forMs: number;
}

/** How the steps of purchases are retried. */
export const RETRIES: Retries = {
  firstMs: 1_000,
  factor: 2,
  longestMs: MINUTE_MS,
  forMs: DAY_MS,
};

/** How long a step is retried, from the first such failure on, where a configuration looks wrong. */
export const MISCONFIGURED_MS = 15 * MINUTE_MS;

const FINAL: readonly ErrorCode[] = ['computation_failed', 'report_rejected'];

/** Whether a step that failed this way may succeed when it is retried. */
export function isTransient(error: unknown): boolean {
  return !FINAL.some((code) => isSolanoError(error, code));
}

/** The pause after an attempt, which counts from 1, in ms. */
export function backOff({ firstMs, factor, longestMs }: Retries, attempt: number): number {
  return Math.min(firstMs * factor ** (attempt - 1), longestMs);
}

/**
 * How many attempts fit into a time, their pauses alone: steps are given up by this number and not
 * by a clock, so that neither a clock that jumps nor a service that was unavailable for a day ends them.
 */
export function attemptsWithin(retries: Retries, ms: number): number {
  let attempts = 1;
  let left = ms;
  for (; backOff(retries, attempts) < retries.longestMs; attempts += 1) {
    left -= backOff(retries, attempts);
    if (left < 0) return attempts;
  }
  return attempts + Math.floor(left / retries.longestMs);
}
