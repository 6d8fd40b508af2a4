import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './tools/checks/long-first.ts';
import { outline } from './tools/generate/outline.ts';

const MINUTE_MS = 60_000;

/** Repeats a run: `SEED=<what the failed run said> npm test`. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Contract and end-to-end tests wait for servers for a part of their time: one worker more than there are cores. */
const WAITING_WORKERS = availableParallelism() + 1;
/** How many times as many examples and rounds as in `npm test`. */
const thoroughness = Number(process.env.TEST_THOROUGHNESS ?? 1);

const TEMPORAL = 'libs/adapters/temporal/**/*.contract.test.ts';

function filesOf(tier: string) {
  return [`{apps,libs,tools}/**/*.${tier}.test.ts`];
}

export default defineConfig({
  test: {
    // Files share workers, and with them loaded modules: loading them again for each file is half of what tests cost.
    isolate: false,
    // Node loads TypeScript itself, from its compile cache, as it does in the service.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { seed, sequencer: LongFirst },
    provide: { seed, thoroughness },
    setupFiles: ['tools/checks/property-runs.ts'],
    // Nets for what hangs, not measures of speed: tests pass on a machine that is busy with other things.
    testTimeout: 5 * MINUTE_MS * thoroughness,
    hookTimeout: 5 * MINUTE_MS,
    teardownTimeout: MINUTE_MS,
    expect: { poll: { timeout: 4 * MINUTE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: filesOf('unit'),
          // Pure code: threads start quicker than processes.
          pool: 'threads',
          maxWorkers: availableParallelism(),
          // One tier after the other: a wrong unit is reported first, and unit tests take no time from servers.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        plugins: [outline],
        test: {
          name: 'unit of the console',
          include: ['apps/console/**/*.unit.test.tsx'],
          environment: 'happy-dom',
          // Node runs no JSX: Vite translates it, as it does for the build.
          experimental: { viteModuleRunner: true },
          setupFiles: ['apps/console/src/test/page.ts'],
          pool: 'threads',
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: filesOf('contract'),
          exclude: [...configDefaults.exclude, TEMPORAL],
          // Processes: drivers with native parts, child processes and signals of each worker stay its own.
          pool: 'forks',
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
          globalSetup: ['tools/servers/test-servers.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract of Temporal',
          include: [TEMPORAL],
          // Its workers hook the promises of their process for good.
          isolate: true,
          pool: 'forks',
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
          globalSetup: ['tools/servers/test-servers.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: filesOf('e2e'),
          pool: 'forks',
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 2 },
          globalSetup: ['tools/servers/test-servers.ts'],
        },
      },
    ],
  },
});
