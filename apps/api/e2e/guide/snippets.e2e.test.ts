import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandsOf, namedFiles, snippetsOf } from '@solano/tools/snippets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMONSTRATION, madeDemonstration } from '../demonstration.ts';
import { machineEnvironment } from '../releases/outside.ts';
import { openService, type TestService } from '../service.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The address of `npm start`, which the pages name. */
const ADDRESS = 'http://127.0.0.1:3000';
/** It reads the sources, and runs what is in the checkout. */
const IN_CHECKOUT = 'docs/guide/maintainer.md';

const PAGES = globSync(['README.md', 'docs/*.md', 'docs/guide/*.md'], { cwd: ROOT })
  .sort()
  .map((page) => ({ page, snippets: snippetsOf(page, readFileSync(join(ROOT, page), 'utf8')) }))
  .filter(({ snippets }) => commandsOf(snippets).length > 0);

/** Programs before those of the machine: `npx` of the checkout, and a `curl` that notes rejected requests. */
const PROGRAMS: Readonly<Record<string, string>> = {
  solano: `exec ${ROOT}apps/cli/solano "$@"`,
  npx: `[ "$1" = solano ] && shift && exec ${ROOT}apps/cli/solano "$@"\nexec "${ROOT}node_modules/.bin/$@"`,
  // A page that prints the status expects a rejection. 23: the reader of the output wanted no more.
  curl: `case " $* " in *' -w '*) exec "$REAL_CURL" "$@" ;; esac
"$REAL_CURL" --fail-with-body "$@" || { code=$?; [ $code = 23 ] || echo "curl $*: $code" >>"$REJECTED"; exit $code; }`,
};

let service: TestService;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  service = await openService(DEMONSTRATION, await madeDemonstration());
  folder = await mkdtemp(join(tmpdir(), 'solano-snippets-'));
  await mkdir(join(folder, 'bin'));
  for (const [name, text] of Object.entries(PROGRAMS)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const { stdout: curl } = await promisify(execFile)('sh', ['-c', 'command -v curl']);
  environment = {
    // What a terminal has, and not what the tests' own run has.
    ...machineEnvironment(),
    PATH: `${folder}/bin:${ROOT}node_modules/.bin:${process.env.PATH}`,
    REAL_CURL: curl.trim(),
    DATABASE_URL: service.databaseUrl,
    SOLANO_DATA: service.folder,
    SECRETS_KEY: 'not a secret: that of the tests of the API',
  };
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The pages of reference use what README and guide have set. */
function preludeOf(page: string): string {
  if (page === 'README.md' || page.startsWith('docs/guide/')) return '';
  return `export KEY=$(cat .solano/demo.key)\napi=${service.url}/api/v0\nkey="Authorization: Bearer $KEY"\n`;
}

// Most of them wait for the service.
test.concurrent.each(PAGES)(
  'the commands of $page work as they are printed',
  async ({ page, snippets }) => {
    const own = join(folder, page.replaceAll('/', '-'));
    await mkdir(own);
    await symlink(service.folder, join(own, '.solano'));
    await symlink(join(ROOT, 'node_modules'), join(own, 'node_modules'));
    for (const { info, text } of namedFiles(snippets)) {
      await writeFile(join(own, info), text.replaceAll(ADDRESS, service.url));
    }
    const commands = commandsOf(snippets).join('\n').replaceAll(ADDRESS, service.url);
    const rejected = join(own, 'rejected');
    await writeFile(rejected, '');
    const ended = await promisify(execFile)('bash', ['-e', '-c', preludeOf(page) + commands], {
      cwd: page === IN_CHECKOUT ? ROOT : own,
      env: { ...environment, REJECTED: rejected },
      maxBuffer: 2 ** 26,
    }).catch((error: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`${page}: ${error.stdout.slice(-2_000)}\n${error.stderr}`, { cause: error });
    });
    expect(await readFile(rejected, 'utf8')).toBe('');
    expect(ended.stdout).not.toBe('');
  },
);
