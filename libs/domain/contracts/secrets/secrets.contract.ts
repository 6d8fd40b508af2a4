import type { Secrets } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';

const COUNT = 1_000;
const BITS = 160;

/** SHA-256 of some texts as UTF-8, computed elsewhere. */
const DIGESTS = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['ñ⚡🏭', '2159fb164dc50c64525ba478d3b34d1a553dcd624e8d2bb49f6f3bc47f77a627'],
] as const;

/** What every Secrets does. */
export function secretsContract(name: string, open: () => Secrets): void {
  describe(`Secrets: ${name}`, () => {
    describe('makes', () => {
      making(open());
    });
    describe('compares', () => {
      comparing(open());
    });
  });
}

function many(make: () => string): string[] {
  return Array.from({ length: COUNT }, make);
}

/** The random bits that texts can hold at most, from the characters seen at each position. */
function bitsOf(texts: readonly string[]): number {
  const length = Math.min(...texts.map((text) => text.length));
  const alphabets = Array.from({ length }, (_, i) => new Set(texts.map((text) => text[i])));
  return alphabets.reduce((bits, alphabet) => bits + Math.log2(alphabet.size), 0);
}

function making(secrets: Secrets): void {
  test('the ids of keys are of lower-case letters and digits, and do not repeat', () => {
    const ids = many(() => secrets.newKeyId());
    expect(ids.filter((id) => !/^[0-9a-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(COUNT);
  });

  test('the secrets are of letters and digits, and do not repeat', () => {
    const made = many(() => secrets.newSecret());
    expect(made.filter((secret) => !/^[0-9A-Za-z]+$/.test(secret))).toEqual([]);
    expect(new Set(made).size).toBe(COUNT);
  });

  test(`the secrets have room for ${BITS} random bits`, () => {
    expect(bitsOf(many(() => secrets.newSecret()))).toBeGreaterThan(BITS - 0.5);
  });

  test('the signing keys are 32 bytes in Base64, and do not repeat', () => {
    const made = many(() => secrets.newSigningKey());
    const lengths = made.map((key) => Buffer.from(key, 'base64').length);
    expect(new Set(lengths)).toEqual(new Set([32]));
    expect(made.filter((key) => !/^[0-9A-Za-z+/]{43}=$/.test(key))).toEqual([]);
    expect(new Set(made).size).toBe(COUNT);
  });
}

function comparing(secrets: Secrets): void {
  test.each(DIGESTS)('the secret %j matches its SHA-256', (secret, digest) => {
    expect(secrets.digest(secret)).toBe(digest);
    expect(secrets.matches(secret, digest)).toBe(true);
  });

  test('a new secret with its own digest alone', () => {
    const [secret, other] = [secrets.newSecret(), secrets.newSecret()];
    const digest = secrets.digest(secret);
    expect(secrets.matches(secret, digest)).toBe(true);
    expect(secrets.matches(other, digest)).toBe(false);
    expect(secrets.matches(secret, secrets.digest(other))).toBe(false);
    expect(secrets.matches(`${secret}a`, digest)).toBe(false);
    expect(secrets.matches(secret.slice(0, -1), digest)).toBe(false);
    expect(secrets.matches('', digest)).toBe(false);
  });

  test.each(['', 'ab', 'z'.repeat(64), '⚡'.repeat(64), 'ab'.repeat(33)])(
    'the text %j, which is not a digest, matches no secret',
    (digest) => {
      expect(secrets.matches('abc', digest)).toBe(false);
    },
  );

  test('a digest that is extended or truncated matches no secret', () => {
    const digest = secrets.digest('abc');
    expect(secrets.matches('abc', `${digest}00`)).toBe(false);
    expect(secrets.matches('abc', digest.slice(0, -2))).toBe(false);
    expect(secrets.matches('abc', `${digest}zz`)).toBe(false);
  });
}
