import { describe, expect, test } from 'vitest';
import { HmacCallbackTokens } from '../src/tokens.ts';

const SECRET = 'a secret of at least thirty-two characters';
/** All of base64 in both its forms: a lenient decoder reads some of them as others. */
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=';
const CHARACTERS = [...BASE64.split(''), '.', ' ', '🏭'];
const INSTANT = new Date('2026-03-29T01:00:00.123Z');
const ID = '3f2b8c1e-5d4a-4f6b-9c7d-0123456789ab';

/** An instant some milliseconds after {@link INSTANT}. */
function later(ms: number): Date {
  return new Date(INSTANT.getTime() + ms);
}

describe('a token', () => {
  const tokens = new HmacCallbackTokens(SECRET);
  const token = tokens.issue(ID, later(5_000));

  test('a token is valid for its purchase until it expires', () => {
    expect(tokens.accepts(token, ID, INSTANT)).toBe(true);
    expect(tokens.accepts(token, ID, later(4_999))).toBe(true);
    expect(tokens.accepts(token, ID, later(5_000))).toBe(false);
    expect(tokens.accepts(token, ID, later(9e9))).toBe(false);
  });

  test('a token is valid in every process that has the secret', () => {
    expect(new HmacCallbackTokens(SECRET).accepts(token, ID, INSTANT)).toBe(true);
  });

  test('a token can be sent in a Bearer header', () => {
    expect(token).toMatch(/^[\w\-.~+/]+=*$/);
  });

  test('a token does not contain the secret', () => {
    expect(token).not.toContain(SECRET);
    expect(Buffer.from(token, 'base64').toString('latin1')).not.toContain(SECRET);
  });

  const others = ['3f2b8c1e-5d4a-4f6b-9c7d-0123456789ac', ID.toUpperCase(), ID.slice(0, -1)];
  test.each([...others, `${ID}0`, ` ${ID}`, '', '🏭', 'nul\0'])(
    'a token is rejected for another purchase: %j',
    (id) => {
      expect(tokens.accepts(token, id, INSTANT)).toBe(false);
    },
  );

  test('a token is for one purchase, whatever the ids look like', () => {
    const ids = ['a', 'a.1', 'a.1.2', 'a:1', 'a|1', 'a 1', '1', 'a\n1', 'á', '🏭', '_', 'cb_a'];
    for (const id of ids) {
      const issued = tokens.issue(id, later(1));
      expect(ids.filter((each) => tokens.accepts(issued, each, INSTANT))).toEqual([id]);
    }
  });
});

describe('a forged token', () => {
  const tokens = new HmacCallbackTokens(SECRET);
  const token = tokens.issue(ID, later(5_000));
  const accepted = (forged: string) => tokens.accepts(forged, ID, INSTANT);

  test.each([`${SECRET}!`, SECRET.slice(1), SECRET.toUpperCase()])(
    'a token that is signed with another secret is rejected',
    (secret) => {
      expect(new HmacCallbackTokens(secret).accepts(token, ID, INSTANT)).toBe(false);
    },
  );

  test('a token with any character changed is rejected', () => {
    const changed = CHARACTERS.flatMap((character) => {
      return Array.from(token, (_, i) => token.slice(0, i) + character + token.slice(i + 1));
    });
    const forged = changed.filter((each) => each !== token);
    expect(forged.filter(accepted)).toEqual([]);
  });

  test('a token that is truncated or extended is rejected', () => {
    for (let length = 0; length < token.length; length += 1) {
      expect(accepted(token.slice(0, length))).toBe(false);
      expect(accepted(token.slice(length + 1))).toBe(false);
    }
    for (const more of ['A', '=', '.', ' ', '\n', token])
      expect(accepted(token + more)).toBe(false);
  });

  test('a token that is put together from two tokens is rejected', () => {
    const other = tokens.issue(ID, later(9_000));
    const spliced = Array.from(token, (_, i) => token.slice(0, i) + other.slice(i));
    const forged = spliced.filter((each) => each !== token && each !== other);
    expect(forged.filter(accepted)).toEqual([]);
  });

  test.each(['', '.', '..', '...', 'a.b', 'null', '{}', '🏭', 'x'.repeat(100_000), 'nul\0'])(
    'a text of another form is rejected as a token: %#',
    (text) => {
      expect(accepted(text)).toBe(false);
    },
  );
});

describe('a text', () => {
  const tokens = new HmacCallbackTokens(SECRET);

  test('a text is recognised if it was issued as a token, valid or not', () => {
    expect(tokens.recognises(tokens.issue(ID, later(5_000)))).toBe(true);
    expect(tokens.recognises(tokens.issue(ID, new Date(0)))).toBe(true);
    expect(
      tokens.recognises(new HmacCallbackTokens(`another ${SECRET}`).issue(ID, later(5_000))),
    ).toBe(true);
  });

  const key = `sol_${'a1'.repeat(8)}_${'Zz9'.repeat(10)}`;
  test.each([key, '', ' ', 'token', 'Bearer', ID, 'testing-token', 'sol_', '🏭'])(
    'a text of another kind is not recognised as a token: %j',
    (text) => {
      expect(tokens.recognises(text)).toBe(false);
    },
  );
});

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
