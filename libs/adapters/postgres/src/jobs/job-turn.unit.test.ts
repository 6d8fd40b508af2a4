import { expect, test } from 'vitest';
import { readJobTurn } from './job-turn.ts';

/** The digest of each version of `job_turn.sql`, from the first on: a changed text is another version. */
const DIGESTS = ['7bce9bfd8985f59ebc80a11e27c274aa603cfeb5e7bd2bb48e60dbc2c923f267'];

test('the function of the queue has a version of its own for each text', async () => {
  const { version, digest } = await readJobTurn();
  expect({ version, digest }).toEqual({ version: DIGESTS.length, digest: DIGESTS.at(-1) });
});
