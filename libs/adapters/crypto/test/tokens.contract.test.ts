import { callbackTokensContract } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import { HmacCallbackTokens } from '../src/tokens.ts';

callbackTokensContract('HMAC', (secret) => new HmacCallbackTokens(secret));

describe('tokens of HmacCallbackTokens', () => {
  const tokens = new HmacCallbackTokens('a secret of at least thirty-two characters');

  test('tokens of HmacCallbackTokens carry their prefix, their expiry and a signature', () => {
    expect(tokens.issue('id', new Date(1_800_000_000_000))).toMatch(
      /^cb_1800000000000_[0-9a-f]{64}$/,
    );
  });

  test('tokens are valid under a previous secret; new ones are signed with the current one by default', () => {
    const later = new HmacCallbackTokens('the next secret of thirty-two characters', [
      'a secret of at least thirty-two characters',
    ]);
    const expiry = new Date(1_800_000_000_000);
    const at = new Date(1_700_000_000_000);
    expect(later.accepts(tokens.issue('id', expiry), 'id', at)).toBe(true);
    expect(later.accepts(tokens.issue('id', expiry), 'id', expiry)).toBe(false);
    expect(tokens.accepts(later.issue('id', expiry), 'id', at)).toBe(false);
    expect([tokens.secretCount, later.secretCount]).toEqual([1, 2]);
    expect(tokens.accepts(later.issue('id', expiry, 1), 'id', at)).toBe(true);
  });

  test('a token whose expiry is written in another form is rejected', () => {
    const token = tokens.issue('id', new Date(1_800_000_000_000));
    const at = new Date(1_700_000_000_000);
    expect(tokens.accepts(token, 'id', at)).toBe(true);
    expect(tokens.accepts(token.replace('cb_1', 'cb_01'), 'id', at)).toBe(false);
    expect(tokens.accepts(token.replace('cb_1', 'cb_9'), 'id', at)).toBe(false);
  });
});
