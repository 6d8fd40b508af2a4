import { secretsContract } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import { NodeSecrets } from '../src/secrets.ts';

secretsContract('node:crypto', () => new NodeSecrets());

describe('NodeSecrets', () => {
  const secrets = new NodeSecrets();

  test('NodeSecrets makes ids of 12 characters and secrets of 32', () => {
    expect(secrets.newKeyId()).toMatch(/^[0-9a-z]{12}$/);
    expect(secrets.newSecret()).toMatch(/^[0-9A-Za-z]{32}$/);
  });

  test('NodeSecrets uses every character equally often', () => {
    const count = new Map<string, number>();
    const characters = Array.from({ length: 2_000 }, () => secrets.newSecret()).join('');
    for (const each of characters) count.set(each, (count.get(each) ?? 0) + 1);
    const mean = characters.length / 62;
    expect(count.size).toBe(62);
    // About six standard deviations: a bias of one in eight would show, chance will not.
    for (const [, times] of count) expect(Math.abs(times - mean) / mean).toBeLessThan(0.19);
  });
});
