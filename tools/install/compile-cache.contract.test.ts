import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SOLANO = fileURLToPath(new URL('../../apps/cli/solano', import.meta.url));
const SETTING = fileURLToPath(new URL('compile-cache.sh', import.meta.url));
const { PATH = '' } = process.env;

async function run(environment: Record<string, string>, file: string, ...args: string[]) {
  const { stdout, stderr } = await promisify(execFile)(file, args, {
    env: { PATH, ...environment },
  });
  return { stdout, stderr };
}

/** How many scripts a command of the operator has loaded that keeps them below a folder. */
async function scriptsOf(home: string, ...args: string[]): Promise<number> {
  await run({ HOME: home }, SOLANO, ...args);
  const [version = ''] = await readdir(join(home, '.cache/solano/node'));
  return (await readdir(join(home, '.cache/solano/node', version))).length;
}

test('the operator’s command keeps compiled scripts in a folder of the user', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'solano-home-'));
  expect(await scriptsOf(folder.path, 'key', '--help')).toBeGreaterThan(20);
});

test('the list of commands loads none of them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'solano-home-'));
  expect(await scriptsOf(folder.path, '--help')).toBeLessThan(20);
});

test('the operator’s command works where no cache can be written', async () => {
  const { stdout, stderr } = await run({ HOME: '/dev/null' }, SOLANO, '--help');
  expect(stdout).toMatch(/^Usage: solano/);
  expect(stderr).toBe('');
});

test.each([
  [{ HOME: '/home/ana' }, '/home/ana/.cache/solano/node\n'],
  [{ HOME: '/home/ana', XDG_CACHE_HOME: '/var/cache/ana' }, '/var/cache/ana/solano/node\n'],
  [{ HOME: '/home/ana', NODE_COMPILE_CACHE: '/elsewhere' }, '/elsewhere\n'],
  [{}, ''],
])('a start with %j makes Node keep compiled scripts in %j', async (environment, expected) => {
  const script = `set -eu; . '${SETTING}'; printenv NODE_COMPILE_CACHE || true`;
  const { stdout } = await run(environment, 'sh', '-c', script);
  expect(stdout).toBe(expected);
});
