import type { SecretCipher } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../outcome.ts';

const KEY = 'a key of at least thirty-two characters';
const OTHER = 'another key of thirty-two characters or more';
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

/** What every SecretCipher does. `open` gives one with a current and previous keys. */
export function secretCipherContract(
  name: string,
  open: (key: string | undefined, previous?: readonly string[]) => SecretCipher,
): void {
  const rejection = (decrypting: () => string) => codeOf((async () => decrypting())());

  describe(`SecretCipher: ${name}`, () => {
    test.each([SECRET, '', 'ñ⚡🏭', 'x'.repeat(10_000)])(
      'the cipher decrypts what it encrypted: %#',
      (text) => {
        const stored = open(KEY).encrypt(text, 'owner');
        expect(open(KEY).decrypt(stored, 'owner')).toBe(text);
      },
    );

    test('the cipher’s text does not contain the secret, and is different each time', () => {
      const cipher = open(KEY);
      const [one, two] = [cipher.encrypt(SECRET, 'a'), cipher.encrypt(SECRET, 'a')];
      expect(one).not.toBe(two);
      for (const stored of [one, two]) {
        expect(stored).not.toContain(SECRET.slice(6, 20));
        expect(stored.startsWith(cipher.prefix as string)).toBe(true);
      }
    });

    test('the cipher returns a secret that was stored in plain text unchanged', () => {
      expect(open(KEY).decrypt(SECRET, 'owner')).toBe(SECRET);
      expect(open(undefined).decrypt(SECRET, 'owner')).toBe(SECRET);
    });

    test('the cipher decrypts with a previous key, and encrypts with the current one', () => {
      const stored = open(OTHER).encrypt(SECRET, 'owner');
      const rotated = open(KEY, [OTHER]);
      expect(rotated.decrypt(stored, 'owner')).toBe(SECRET);
      expect(rotated.prefix).toBe(open(KEY).prefix);
      expect(rotated.prefix).not.toBe(open(OTHER).prefix);
    });

    test('the cipher rejects a secret of another owner or under another key', async () => {
      const stored = open(KEY).encrypt(SECRET, 'owner');
      expect(await rejection(() => open(KEY).decrypt(stored, 'other'))).toBe('webhook_unavailable');
      expect(await rejection(() => open(OTHER).decrypt(stored, 'owner'))).toBe(
        'webhook_unavailable',
      );
    });

    test('the cipher rejects a text that was changed or truncated anywhere', async () => {
      const stored = open(KEY).encrypt(SECRET, 'owner');
      const start = (open(KEY).prefix as string).length;
      for (let i = start; i < stored.length - 2; i += 1) {
        const changed = stored.slice(0, i) + (stored[i] === 'A' ? 'B' : 'A') + stored.slice(i + 1);
        for (const bad of [changed, stored.slice(0, i)]) {
          expect(await rejection(() => open(KEY).decrypt(bad, 'owner'))).toBe(
            'webhook_unavailable',
          );
        }
      }
    });

    test('the cipher encrypts nothing without a key', async () => {
      const cipher = open(undefined, [KEY]);
      expect(cipher.prefix).toBeUndefined();
      expect(await rejection(() => cipher.encrypt(SECRET, 'owner'))).toBe('webhooks_off');
      expect(cipher.decrypt(open(KEY).encrypt(SECRET, 'owner'), 'owner')).toBe(SECRET);
    });
  });
}
