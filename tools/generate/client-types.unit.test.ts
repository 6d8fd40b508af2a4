import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';

test('the types of the client are those of the endpoints', async () => {
  const kept = await readFile(CLIENT_TYPES, 'utf8');
  const isCurrent = kept === (await clientTypes());
  // A difference of thousands of lines would be harder to read.
  expect(isCurrent ? '' : 'run node tools/generate/client.ts').toBe('');
});
