import { times } from '@solano/domain/contracts/thoroughness';
import { runChaos } from '@solano/tools/chaos';
import { testTemporal } from '@solano/tools/test-temporal';
import { expect, test } from 'vitest';

const access = await testTemporal();
/** Two minutes in `npm run test:long`. */
const DURATION_MS = Math.min(times(12_000), 120_000);
/** A net for what hangs: on a busy machine processes take long to start again. */
const SETTLING_MS = 4 * 60_000;

test.each([
  ['the embedded engine', {}],
  ['Temporal', { temporal: access }],
])('injected faults lose no purchase and settle none twice: %s', async (_, engine) => {
  const result = await runChaos({ durationMs: DURATION_MS, settlingMs: SETTLING_MS, ...engine });
  const wanted = { lost: [], settledTwice: [], unsettled: [], repeated: 0, unaudited: 0 };
  expect(result).toMatchObject(wanted);
  expect(result.accepted).toBeGreaterThan(0);
  expect(result.settledAfterMs).not.toBeNull();
  expect(Object.keys(result.faults)).toContain('database restarted');
});
