import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const seconds = 1000;

function filesOf(tier: string) {
  return [`{apps,libs,tools}/**/*.${tier}.test.ts`];
}

export default defineConfig({
  test: {
    // Contract and end-to-end tests mostly wait for servers: a second worker pays off even on one core.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: filesOf('unit'),
          // Pure code: threads start quicker than processes.
          pool: 'threads',
          testTimeout: 30 * seconds,
          // One tier after the other: a wrong unit is reported first, and unit tests take no time from servers.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: filesOf('contract'),
          // Processes: drivers with native parts, child processes and signals of each file stay its own.
          pool: 'forks',
          testTimeout: 30 * seconds,
          hookTimeout: 60 * seconds,
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
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          sequence: { groupOrder: 2 },
          globalSetup: ['tools/servers/test-servers.ts'],
        },
      },
    ],
  },
});
