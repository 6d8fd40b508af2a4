import { describe, expect, test } from 'vitest';
import {
  blockedUntil,
  freeAt,
  REQUESTS_PER_MINUTE,
  UNUSED_SOURCE,
  withRequest,
  withResult,
} from './budget.ts';

const { 'back-fill': BACK_FILLED, fetch: FETCHED } = REQUESTS_PER_MINUTE;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECOND = 1_000;

/** A source after so many requests, one a second, each with a response. */
function after(count: number) {
  let state = UNUSED_SOURCE;
  for (let i = 0; i < count; i += 1) {
    const at = NOW + i * SECOND;
    expect(freeAt(state, at, 'back-fill')).toBe(at);
    state = withResult(withRequest(state, at), at, undefined);
  }
  return { state, now: NOW + count * SECOND };
}

describe('the budget of a source', () => {
  test('the budget of a source allows twelve requests in any minute', () => {
    const { state, now } = after(BACK_FILLED);
    expect(freeAt(state, now, 'back-fill')).toBeGreaterThan(NOW + 60 * SECOND);
    expect(freeAt(state, now, 'back-fill')).toBeLessThan(NOW + 62 * SECOND);
  });

  test('the budget of a source allows market fetch sixty in a minute, and back-filling none beside them', () => {
    let state = UNUSED_SOURCE;
    for (let i = 0; i < FETCHED; i += 1) {
      expect(freeAt(state, NOW, 'fetch')).toBe(NOW);
      state = withResult(withRequest(state, NOW), NOW, undefined);
    }
    expect(freeAt(state, NOW, 'fetch')).toBe(NOW + 61 * SECOND);
    expect(freeAt(state, NOW, 'back-fill')).toBe(NOW + 61 * SECOND);
    expect(freeAt(state, NOW + 61 * SECOND, 'back-fill')).toBe(NOW + 61 * SECOND);
  });

  test('the budget of a source returns when several requests may be sent in sequence', () => {
    const { state, now } = after(BACK_FILLED - 2);
    expect(freeAt(state, now, 'back-fill', 2)).toBe(now);
    expect(freeAt(state, now, 'back-fill', 3)).toBeGreaterThan(NOW + 60 * SECOND);
  });

  test('the budget of a source allows one request at a time, and ignores one whose process was killed', () => {
    const busy = withRequest(UNUSED_SOURCE, NOW);
    expect(freeAt(busy, NOW + SECOND, 'back-fill')).toBe(NOW + 40 * SECOND);
    expect(freeAt(busy, NOW + 41 * SECOND, 'back-fill')).toBe(NOW + 41 * SECOND);
    expect(freeAt(withResult(busy, NOW + SECOND, undefined), NOW + SECOND, 'back-fill')).toBe(
      NOW + SECOND,
    );
  });

  test('the budget of a source knows a paced request to be under way also after the result of a poll', () => {
    const busy = withRequest(UNUSED_SOURCE, NOW);
    for (const failure of [undefined, { reason: 'answered 500' }]) {
      const state = withResult(busy, NOW + SECOND, failure, false);
      expect(freeAt(state, NOW + SECOND, 'back-fill')).toBe(NOW + 40 * SECOND);
    }
  });

  test('the budget of a source is not spent by requests of a clock that has stepped back since', () => {
    const { state } = after(BACK_FILLED);
    expect(freeAt(state, NOW - 3_600 * SECOND, 'back-fill')).toBe(NOW - 3_600 * SECOND);
  });
});

describe('Retry-After', () => {
  const failure = { reason: 'answered 429', retryAfterMs: 90 * SECOND };

  test('Retry-After counts for paced requests and for polls, until it is over', () => {
    const state = withResult(UNUSED_SOURCE, NOW, failure);
    expect(freeAt(state, NOW + SECOND, 'back-fill')).toBe(NOW + 90 * SECOND);
    expect(blockedUntil(state, NOW + SECOND)).toBe(NOW + 90 * SECOND);
    expect(blockedUntil(state, NOW + 91 * SECOND)).toBe(0);
  });

  test('Retry-After counts as a day if it is a year', () => {
    const state = withResult(UNUSED_SOURCE, NOW, { ...failure, retryAfterMs: 365 * 86_400_000 });
    expect(freeAt(state, NOW, 'back-fill')).toBe(NOW + 86_400_000);
  });

  test('Retry-After stays in force when a later request fails without one', () => {
    const blocked = withResult(UNUSED_SOURCE, NOW, failure);
    const state = withResult(blocked, NOW + SECOND, { reason: 'answered 503' });
    expect(blockedUntil(state, NOW + SECOND)).toBe(NOW + 90 * SECOND);
    expect(state.failure).toBe('answered 503');
  });
});
