// `node tools/chaos/main.ts`: lets everything go wrong with the running service, for 30 minutes by default.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTemporalServer } from '../servers/temporal-server.ts';
import { runChaos } from './chaos.ts';
import { FAKETIME } from './clocks.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'embedded' },
  },
});
const durationMs = Number(values.minutes) * 60_000;
/** Everything is to be settled within the first minute; how long it takes is reported anyway. */
const SETTLING_GOAL_MS = 60_000;
const settlingMs = 10 * SETTLING_GOAL_MS;
const report = (line: string) => console.error(line);
report(
  FAKETIME === undefined
    ? 'The clock of PostgreSQL stays: there is no libfaketime (apt-get install libfaketime).'
    : `Clocks are moved by ${FAKETIME}.`,
);

await using opened = new AsyncDisposableStack();
let temporal: Awaited<ReturnType<typeof startTemporalServer>> | undefined;
if (values.engine === 'temporal') {
  const folder = await mkdtemp(join(tmpdir(), 'solano-chaos-temporal-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await startTemporalServer(folder, { durable: true });
  opened.defer(() => server.kill());
  temporal = server;
}
const result = await runChaos({
  durationMs,
  settlingMs,
  report,
  ...(temporal && { temporal: temporal.access }),
});
console.log(JSON.stringify(result, undefined, 2));
const { lost, settledTwice, unsettled, repeated, unaudited, settledAfterMs } = result;
const isInTime = settledAfterMs !== null && settledAfterMs <= SETTLING_GOAL_MS;
const wrong = lost.length + settledTwice.length + unsettled.length;
process.exitCode = isInTime && wrong === 0 && repeated === 0 && unaudited === 0 ? 0 : 1;
