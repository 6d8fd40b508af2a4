import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'solano-checkout-'));
  await cp(TOOLS, join(checkout, 'tools', 'install'), { recursive: true });
  for (const folder of ['apps', 'libs', 'bin']) await mkdir(join(checkout, folder));
  await writeFile(join(checkout, 'package.json'), '{}');
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/b': {},
    'node_modules/c': { optional: true },
  };
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ packages }));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

async function program(name: string, script: string): Promise<void> {
  const path = join(checkout, 'bin', name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/** Installs with the programs made above before those of the system. */
function install(
  path: string,
  onErrors: (text: string) => void = () => {},
): Promise<{ code: number; errors: string }> {
  const command = join(checkout, 'tools', 'install', 'packages');
  return new Promise((resolve) => {
    const running = execFile(command, { env: { PATH: path } }, (error, _stdout, errors) => {
      resolve({ code: error ? Number(error.code) : 0, errors });
    });
    running.stderr?.on('data', onErrors);
  });
}

const SYSTEM = '/usr/bin:/bin';

test.each([
  ['v18.20.4', 'and the one on the PATH is v18.20.4'],
  ['v9.11.2', 'and the one on the PATH is v9.11.2'],
])('an old Node (%s) is rejected by name before anything is installed', async (version, reason) => {
  await program('node', `echo ${version}`);
  expect(await install(`${join(checkout, 'bin')}:${SYSTEM}`)).toEqual({
    code: 1,
    errors: `solano: Node 20 or newer with npm is needed, ${reason}\n`,
  });
});

test('an installation shows its progress', async () => {
  const shown = join(checkout, 'shown');
  await program(
    'npm',
    `mkdir -p node_modules/a node_modules/b; echo {} >node_modules/a/package.json
    until test -e ${shown}; do sleep 0.1; done; exit 3`,
  );
  const path = [join(checkout, 'bin'), dirname(process.execPath), SYSTEM].join(':');
  const { code, errors } = await install(path, (text) => {
    if (text.includes('1 of 2')) writeFileSync(shown, '');
  });
  expect(code).toBe(3);
  expect([...new Set(errors.split('\n'))]).toEqual([
    expect.stringContaining('Installing packages'),
    // On a busy machine npm may not have begun yet.
    ...(errors.includes('0 of 2') ? ['  0 of 2 packages'] : []),
    '  1 of 2 packages',
    'solano: npm failed',
    '',
  ]);
});
