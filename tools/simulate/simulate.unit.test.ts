import { times } from '@solano/domain/contracts/thoroughness';
import { describe, expect, inject, test } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { simulate } from './simulate.ts';
import { runWorld } from './world.ts';

/** More than any planted bug needs to be found, whatever the seed. */
const MAX_LIVES = 60_000;
/** Whose first worlds show a bug: with others it is found as well, up to some seconds later. */
const SEEDS: Readonly<Record<string, number>> = {
  'no-poll': 1,
  'older-outputs': 45,
  'retry-count': 10,
  'unfenced-completion': 1,
};
const SEED = 9;
const ENERGY_SEED = 16;

test('no invariant is violated', async () => {
  const { found, lives } = await simulate({ seed: inject('seed'), lives: times(1_000), bug: {} });
  expect(found).toBeUndefined();
  expect(lives).toBeGreaterThanOrEqual(times(1_000));
});

test('a seed replays exactly', async () => {
  const traced = async (seed: number) => {
    const lines: string[] = [];
    const trace = (line: string) => lines.push(line);
    for (let index = 0; index < 10; index += 1) await runWorld({ seed, index, bug: {}, trace });
    return lines;
  };
  const lines = await traced(7);
  expect(lines.length).toBeGreaterThan(500);
  expect(await traced(7)).toEqual(lines);
  expect(await traced(8)).not.toEqual(lines);
});

describe('a planted bug', () => {
  test.each(Object.entries(PLANTED_BUGS))('a planted bug is found: %s', async (name, bug) => {
    const seed = SEEDS[name] ?? SEED;
    const { found } = await simulate({ seed, lives: MAX_LIVES, bug });
    expect(found).toBeDefined();
    expect(found?.violations).not.toHaveLength(0);
  });

  test.each([
    ['file-in-parts', /^Delivery \d+ is recorded in part\.$/],
    ['file-twice', /^File \d+ is listed \d+ times\.$/],
    ['values-deleted', /^As of .* lists showed .*, and show /],
    ['trades-added', /^The deviation of c\d is \d+: .*, and deliveries give \d+: /],
  ])('the planted bug %s of measured energy is found by its own invariant', async (name, says) => {
    const bug = PLANTED_BUGS[name] ?? {};
    const { found } = await simulate({ seed: ENERGY_SEED, lives: MAX_LIVES, bug });
    expect(found?.violations).toContainEqual(expect.stringMatching(says));
  });

  test('a planted bug is found in a simulated run that replays to the same violations', async () => {
    const bug = PLANTED_BUGS['two-takers'] ?? {};
    const { found } = await simulate({ seed: SEED, lives: MAX_LIVES, bug });
    const again = await runWorld({ seed: SEED, index: found?.world ?? -1, bug });
    expect(again.violations).toEqual(found?.violations);
  });
});
