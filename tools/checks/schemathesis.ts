// Attacks the running service with requests made from its own OpenAPI document, with all checks:
// `node tools/checks/schemathesis.ts [options of "schemathesis run"]`. The service is one of its own, with the demo's data.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDemonstration } from '../bench/processes.ts';

const SETTINGS = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));
const INSTALL = fileURLToPath(new URL('../install/schemathesis', import.meta.url));

const { stdout: program } = await promisify(execFile)(INSTALL);
await using site = await startDemonstration({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
const child = spawn(
  program.trim(),
  [
    `--config-file=${SETTINGS}`,
    'run',
    `${site.url}/openapi.json`,
    `--header=Authorization: Bearer ${site.key}`,
    ...process.argv.slice(2),
  ],
  // Where it may leave what it remembers of its runs.
  { stdio: 'inherit', cwd: CACHE },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
for (const [line, count] of site.warnings)
  console.error(`The service logged ${count} times: ${line}`);
