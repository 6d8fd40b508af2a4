import { readConfig } from '@solano/config';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startWorker } from './compose.ts';

const TEMPORAL = {
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  CALLBACK_SECRET: 'not a secret: a worker of tests, and its API',
};

test.each([
  ['the embedded engine', { ...TEMPORAL, WORKFLOW_ENGINE: 'embedded' }, /^WORKFLOW_ENGINE /],
  ['an API at any port', { ...TEMPORAL, PORT: '0' }, /^CALLBACK_URL /],
])('a worker does not start with %s, in one line', async (_, environment, line) => {
  const starting = startWorker(readConfig(environment), pino({ enabled: false }));
  await expect(starting).rejects.toMatchObject({ problems: [expect.stringMatching(line)] });
});
