import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Loading them is most of the CPU of a start, half a millisecond each; there are 898 (2026-11-27). */
const MAX_MODULES = 900;

const NOT_AT_START = [
  'deps/undici',
  'opentelemetry',
  '@prisma/client/runtime/client',
  'csv-parse',
  // Doors of the domain for jobs, threads and single endpoints.
  'domain/src/assets/files.ts',
  'domain/src/desk/deviation.ts',
  'domain/src/desk/files.ts',
  'domain/src/desk/jobs.ts',
  'domain/src/desk/report.ts',
  'domain/src/desk/summary.ts',
  'domain/src/energy/files.ts',
  'domain/src/kernel/tables.ts',
  'domain/src/market/collection.ts',
  'domain/src/market/evaluation.ts',
  'domain/src/market/files.ts',
  // What writes a report.
  'libs/report/src',
];

/** Prints the modules that the composition of the service loads, and the parts of Node behind them. */
const SCRIPT = `
  import { registerHooks } from 'node:module';
  const modules = new Set();
  registerHooks({
    load(url, context, next) {
      modules.add(url);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(new URL('./compose.ts', import.meta.url))});
  console.log(JSON.stringify({ modules: [...modules], node: process.moduleLoadList }));
`;

test('the start loads few modules: no fetch of Node, no Prisma client, no readers or writers of files', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT],
    { maxBuffer: 1_048_576 },
  );
  const { modules, node } = JSON.parse(stdout) as { modules: string[]; node: string[] };
  const loaded = (name: string) => [...modules, ...node].filter((each) => each.includes(name));
  expect(loaded('/apps/api/src/compose.ts')).toHaveLength(1);
  for (const name of NOT_AT_START) expect(loaded(name)).toEqual([]);
  expect(modules.length).toBeLessThan(MAX_MODULES);
});
