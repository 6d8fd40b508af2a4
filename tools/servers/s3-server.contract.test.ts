import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startTestS3Server, testS3 } from './test-s3.ts';

// Built, before the tests below need it.
await testS3();

const INSTALLERS = fileURLToPath(new URL('../install', import.meta.url));

interface Checkout extends AsyncDisposable {
  readonly root: string;
  /** Runs the installer with the programs of this checkout, and no others. */
  install(): Promise<{ code: number; stdout: string; stderr: string }>;
  program(name: string, script: string): Promise<void>;
}

/** All that the installer needs of the system, which may have Go or versitygw besides. */
const SYSTEM = 'chmod cut dirname find grep ln mkdir mv readlink rm rmdir sed sleep tail';
const LINK = 'cd "$1"; shift; for name; do ln -s "$(command -v "$name")" "$name"; done';

/** A checkout that has the installer alone. */
async function openCheckout(): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'solano-checkout-'));
  for (const folder of ['tools/install', 'bin']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  const linked = spawn('sh', ['-c', LINK, 'sh', join(root, 'bin'), ...SYSTEM.split(' ')]);
  expect(await once(linked, 'exit')).toEqual([0, null]);
  for (const name of ['versitygw', 'go-program.sh', 'lock.sh']) {
    await copyFile(join(INSTALLERS, name), join(root, 'tools/install', name));
  }
  return {
    root,
    install: () => run(join(root, 'tools/install/versitygw'), join(root, 'bin')),
    program: async (name, script) => {
      await writeFile(join(root, 'bin', name), `#!/bin/sh\n${script}\n`);
      await chmod(join(root, 'bin', name), 0o700);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function run(file: string, path: string) {
  const child = execFile(file, { env: { PATH: path } });
  const done = once(child, 'exit') as Promise<[number]>;
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text: string) => (stdout += text));
  child.stderr?.on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  const [code] = await done;
  return { code, stdout, stderr };
}

const BUILDS =
  'echo "$@" >>"$(dirname "$0")/calls"; sleep 1; mkdir -p "$GOBIN"; echo built >"$GOBIN/versitygw"; chmod +x "$GOBIN/versitygw"';

describe('the installer', () => {
  test('the installer uses what is on PATH', async () => {
    await using checkout = await openCheckout();
    await checkout.program('versitygw', '');
    const { code, stdout, stderr } = await checkout.install();
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${checkout.root}/bin/versitygw\n`,
      stderr: '',
    });
  });

  test('the installer builds once, also when called twice at the same time', async () => {
    await using checkout = await openCheckout();
    await checkout.program('go', BUILDS);
    const both = await Promise.all([checkout.install(), checkout.install()]);
    for (const { code, stdout } of [...both, await checkout.install()]) {
      expect(code).toBe(0);
      expect(await readFile(stdout.trim(), 'utf8')).toBe('built\n');
    }
    const calls = await readFile(join(checkout.root, 'bin/calls'), 'utf8');
    expect(calls).toMatch(/^install .*github.com\/versity\/versitygw\/cmd\/versitygw@v[\d.]+\n$/);
    expect(await readdir(join(checkout.root, '.cache'))).toHaveLength(1);
  });

  test('the installer names in one line what to install', async () => {
    await using checkout = await openCheckout();
    const { code, stdout, stderr } = await checkout.install();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^solano: .*install versitygw v[\d.]+, or Go.*\n$/);
  });

  test('the installer reports why it cannot build, and leaves no incomplete build', async () => {
    await using checkout = await openCheckout();
    await checkout.program(
      'go',
      'echo "go: downloading x v1" >&2; echo "go: no network" >&2; exit 1',
    );
    const { code, stdout, stderr } = await checkout.install();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n').at(-1)).toMatch(
      /^solano: versitygw .* install it: go: no network$/,
    );
    expect(await readdir(join(checkout.root, '.cache'))).toEqual([]);
  });
});

describe('a server', () => {
  test('a server responds, and is stopped when it is disposed of', async () => {
    const server = await startTestS3Server();
    const { endpoint, buckets } = server.access;
    expect((await fetch(`${endpoint}/health`)).status).toBe(200);
    // Nobody gets at it without a signature.
    expect((await fetch(endpoint)).status).toBe(403);
    await server[Symbol.asyncDispose]();
    expect(await fetch(endpoint).catch(() => 'gone')).toBe('gone');
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
    expect(await access(buckets).catch(() => 'gone')).toBe('gone');
  });

  test('a server is stopped and removed when the process that started it is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'solano-s3-'));
    const script = `
      const { startS3Server } = await import(process.argv[1]);
      const { access } = await startS3Server(process.argv[2]);
      console.log(access.endpoint);
      setInterval(() => undefined, 1000);`;
    const args = [
      '--input-type=module',
      '-e',
      script,
      fileURLToPath(new URL('s3-server.ts', import.meta.url)),
      folder,
    ];
    const starter = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(starter.stdout)[Symbol.asyncIterator]();
    const endpoint = String((await lines.next()).value);
    expect((await fetch(`${endpoint}/health`)).status).toBe(200);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    await expect.poll(() => fetch(endpoint).catch(() => 'gone')).toBe('gone');
    await expect.poll(() => access(folder).catch(() => 'gone')).toBe('gone');
  });
});
