// Runs `npm run check` and then every tier of tests; what follows `npm test --` is handed to vitest.
// The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseCLI, startVitest, type Vitest } from 'vitest/node';
import { type Interruption, onInterruption } from './interruption.ts';
import { Tally } from './tally.ts';

/** What an interruption is passed on to: the check, or later vitest. */
let stop: ((interruption: Interruption) => Promise<unknown>) | undefined;
let stopping = false;
/** What the random examples of this run are drawn from. */
let seed: number | undefined;

function listenForInterruptions(): void {
  onInterruption(async (interruption) => {
    stopping = true;
    await stop?.(interruption);
  });
}

async function check(): Promise<boolean> {
  const child = spawn('npm', ['run', 'check'], { stdio: 'inherit' });
  const exit = once(child, 'exit');
  stop = (interruption) => {
    child.kill(interruption);
    return exit;
  };
  const [code] = (await exit) as [number | null];
  return code === 0;
}

async function test(args: string[], tally: Tally): Promise<boolean> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const { reporter, ...rest } = options;
  await startVitest(filter, {
    ...rest,
    reporters: [...[reporter ?? 'default'].flat(), tally, { onInit: takeOverSignals }],
  });
  return (process.exitCode ?? 0) === 0;
}

/** vitest's own listeners leave at once, and whatever its global set-up has started stays behind. */
function takeOverSignals(vitest: Vitest): void {
  seed = vitest.config.provide.seed;
  listenForInterruptions();
  stop = async () => {
    await vitest.cancelCurrentRun('keyboard-input');
    await vitest.close();
  };
}

/** A check or a run of tests that could not even start has failed. */
function report(error: unknown): false {
  console.error(error);
  return false;
}

async function run(args: string[]): Promise<void> {
  const tally = new Tally();
  const checked = await check().catch(report);
  if (stopping) return;
  const succeeded = await test(args, tally).catch(report);
  if (stopping) return;
  const { lines, failed } = tally.summary(checked ? 0 : 1, succeeded);
  console.log(`\ncheck     ${checked ? 'passed' : 'failed (counted as one failed test)'}`);
  if (failed > 0) console.log(`seed      ${seed} (SEED=${seed} npm test draws the same examples)`);
  for (const line of lines) console.log(line);
  process.exit(failed === 0 ? 0 : 1);
}

listenForInterruptions();
await run(process.argv.slice(2));
