import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

let checkout: string;
let service: ChildProcess | undefined;

/** A checkout with the packages that the installer looks for, which npm installs without a network. */
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'solano-checkout-'));
  await cp(TOOLS, join(checkout, 'tools', 'install'), { recursive: true });
  for (const folder of ['apps/api', 'libs', 'tools/generate', 'tarballs', 'bin']) {
    await mkdir(join(checkout, folder), { recursive: true });
  }
  await program('tools/generate/missing', '');
  await pack('express');
  await pack('node', 'node');
  await pack('vitest', 'vitest');
  await pack('@temporalio/worker');
  await writeJson('package.json', {
    name: 'checkout',
    version: '1.0.0',
    workspaces: ['apps/*'],
    scripts: { postinstall: 'tools/install/packages --record' },
    devDependencies: { vitest: tarball('vitest') },
  });
  await writeJson('apps/api/package.json', {
    name: 'api',
    version: '1.0.0',
    dependencies: { express: tarball('express', '../../'), node: tarball('node', '../../') },
    peerDependencies: { '@temporalio/worker': tarball('@temporalio/worker', '../../') },
  });
  await run('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: checkout,
    env: environment(),
  });
});
afterEach(async () => {
  await stopService();
  await rm(checkout, { recursive: true, force: true });
});

test('the packages that a test needs are added beside those that a service uses', async () => {
  await startService();
  await writeFile(inCheckout('node_modules/express/untouched'), '');
  expect(existsSync(inCheckout('node_modules/vitest'))).toBe(false);

  expect(await install()).toEqual({ code: 0, errors: expect.stringContaining('Adding packages') });
  expect(existsSync(inCheckout('node_modules/.bin/vitest'))).toBe(true);
  expect(existsSync(inCheckout('node_modules/@temporalio/worker'))).toBe(true);
  expect(existsSync(inCheckout('node_modules/express/untouched'))).toBe(true);
  expect(await install()).toEqual({ code: 0, errors: '' });
});

test('the packages that a service uses are not replaced by another lock file until it ends', async () => {
  await startService();
  await writeFile(inCheckout('node_modules/express/untouched'), '');
  await writeJson('libs/package.json', { name: 'changed' });

  expect(await install()).toEqual({
    code: 1,
    errors:
      'solano: the packages of this checkout have changed, and ' +
      `process ${service?.pid} (npm run start) uses those that are installed: stop it, then run this again\n`,
  });
  expect(existsSync(inCheckout('node_modules/express/untouched'))).toBe(true);

  service?.kill('SIGKILL');
  await stopService();
  expect(await install()).toEqual({ code: 0, errors: expect.stringContaining('npm ci') });
  expect(existsSync(inCheckout('node_modules/express/untouched'))).toBe(false);
});

test('An addition that was interrupted is made anew beside a service', async () => {
  await startService();
  await writeFile(inCheckout('node_modules/express/untouched'), '');
  await program(
    'bin/npm',
    `mkdir -p node_modules/vitest && echo '{"name":"vitest","version":"1.0.0"}' >node_modules/vitest/package.json
    exit 1`,
  );
  expect(await install(`${inCheckout('bin')}:${process.env.PATH}`)).toMatchObject({ code: 1 });

  expect(await install()).toMatchObject({ code: 0 });
  expect(await readFile(inCheckout('node_modules/vitest/program'), 'utf8')).toContain('#!/bin/sh');
  expect(existsSync(inCheckout('node_modules/express/untouched'))).toBe(true);
});

/** Installs what a service needs and becomes one, which ends with its standard input. */
async function startService(): Promise<void> {
  service = spawn(
    inCheckout('tools/install/packages'),
    ['--service', 'sh', '-c', 'echo started; exec cat'],
    { env: { ...environment(), npm_lifecycle_event: 'start' }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  if (service.stdout) await once(service.stdout, 'data');
}

async function stopService(): Promise<void> {
  const stopped = service;
  service = undefined;
  if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
  const exit = once(stopped, 'exit');
  stopped.stdin?.end();
  await exit;
}

/** Installs everything. */
function install(path?: string): Promise<{ code: number; errors: string }> {
  return new Promise((resolve) => {
    execFile(
      inCheckout('tools/install/packages'),
      { env: environment(path) },
      (error, _stdout, errors) => resolve({ code: error ? Number(error.code) : 0, errors }),
    );
  });
}

function environment(path = process.env.PATH): NodeJS.ProcessEnv {
  return { PATH: path, HOME: checkout, npm_config_offline: 'true', npm_config_audit: 'false' };
}

function inCheckout(path: string): string {
  return join(checkout, path);
}

function tarball(name: string, toRoot = ''): string {
  return `file:${toRoot}tarballs/${name.replace('/', '-')}.tgz`;
}

/** Makes the package, with a program where that is named. */
async function pack(name: string, bin?: string): Promise<void> {
  await mkdir(inCheckout('package'));
  await writeJson('package/package.json', {
    name,
    version: '1.0.0',
    ...(bin && { bin: { [bin]: './program' } }),
  });
  await program('package/program', '');
  const file = inCheckout(tarball(name).replace('file:', ''));
  await run('tar', ['-czf', file, 'package'], { cwd: checkout });
  await rm(inCheckout('package'), { recursive: true });
}

async function program(path: string, script: string): Promise<void> {
  await writeFile(inCheckout(path), `#!/bin/sh\n${script}\n`);
  await chmod(inCheckout(path), 0o755);
}

function writeJson(path: string, value: object): Promise<void> {
  return writeFile(inCheckout(path), JSON.stringify(value));
}
