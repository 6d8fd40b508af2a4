// `node tools/upgrade/main.ts [git reference] [--engine temporal] [--seconds 10]`: starts the release before (the newest tag where
// none is given) with its data, moves to this checkout under load, and back where that is possible; prints what it saw,
// and exits 1 where something was lost, settled twice, or got a response that no client can expect.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTemporalServer } from '../servers/temporal-server.ts';
import { checkOut, newestTag } from './release.ts';
import { upgradeBeside, upgradeEmbedded } from './upgrade.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'embedded' },
    /** How long each phase takes. */
    seconds: { type: 'string', default: '10' },
  },
});
const ref = positionals[0] ?? (await newestTag());
if (ref === undefined) {
  console.error('There is no tag: name the release before, as a git reference.');
  process.exit(1);
}
await using opened = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'solano-upgrade-'));
opened.defer(() => rm(folder, { recursive: true, force: true }));
const report = (line: string) => console.error(line);
report(`checking ${ref} out`);
const old = opened.use(await checkOut(ref, join(folder, 'release')));
const options = { old, phaseMs: Number(values.seconds) * 1_000, report };
const results: Record<string, unknown> = {};
if (values.engine === 'temporal') {
  const own = join(folder, 'temporal');
  await mkdir(own);
  const server = await startTemporalServer(own, { durable: true });
  opened.defer(() => server.kill());
  const site = { ...options, folder: join(folder, 'several'), temporal: server.access };
  results.temporal = await upgradeBeside(site);
} else {
  results.embedded = await upgradeEmbedded({ ...options, folder: join(folder, 'one') });
  results.beside = await upgradeBeside({ ...options, folder: join(folder, 'several') });
}
console.log(JSON.stringify(results, undefined, 2));
const problems = Object.values(results).flatMap(
  (each) => (each as { problems: string[] }).problems,
);
process.exitCode = problems.length === 0 ? 0 : 1;
