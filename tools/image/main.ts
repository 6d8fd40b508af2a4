// Builds the image of the service from nothing but this checkout, npm's and Debian's packages, and runs it against real
// servers: root, buildah and mmdebstrap are needed, no daemon and no registry of images. Minutes, so that `npm test` leaves
// it out:
//
//   node tools/image/main.ts
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { freePort } from '@solano/embedded-postgres/free-port';
import { startS3Server } from '../servers/s3-server.ts';
import { startTemporalServer } from '../servers/temporal-server.ts';
import { type ImageConfig, startContainer } from './container.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STORAGE = join(ROOT, '.cache', 'image');
const OPTIONS = ['--root', join(STORAGE, 'storage'), '--runroot', join(STORAGE, 'run')];
const IMAGE = 'localhost/solano';
const MAX_MB = 300;
/** Packages that an image needs only for other uses than the service. */
const UNWANTED = /\/(?:cc|gcc|g\+\+|clang|make|python3?|apt|npm|npx|prisma|initdb|postgres)$/;
const NEEDED = ['buildah', 'mmdebstrap'];

try {
  await requirePrograms();
  await build();
  await check();
} catch (error) {
  console.error(`image: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function requirePrograms(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('this check mounts file systems: run it as root');
  for (const name of NEEDED) {
    await promisify(execFile)(name, ['--version']).catch(() => {
      throw new Error(`${name} is missing: apt-get install buildah mmdebstrap`);
    });
  }
}

async function build(): Promise<void> {
  await mkdir(STORAGE, { recursive: true });
  console.log('Making the bases …');
  await run(join(ROOT, 'tools/image/bases'), [STORAGE, ...OPTIONS]);
  console.log('Building the image …');
  const npmrc = join(STORAGE, 'npmrc');
  await writeFile(npmrc, await npmSettings(), { mode: 0o600 });
  const bases = ['BASE=localhost/solano-base', 'BUILD_BASE=localhost/solano-build-base'];
  const args = bases.flatMap((base) => ['--build-arg', base]);
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const secrets = [`id=npmrc,src=${npmrc}`, ...(authorities ? [`id=ca,src=${authorities}`] : [])];
  const secret = secrets.flatMap((each) => ['--secret', each]);
  const build = ['build', '--isolation', 'chroot', '--pull-never', ...secret, ...args];
  await run('buildah', [...OPTIONS, ...build, '--tag', IMAGE, ROOT]);
}

/** The registry of packages on this machine: the image's build uses the same. */
async function npmSettings(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
  const home = await readFile(join(process.env.HOME ?? '', '.npmrc'), 'utf8').catch(() => '');
  return `${home}\nregistry=${stdout.trim()}\n`;
}

async function check(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const container = await buildah('from', '--pull-never', IMAGE);
  opened.defer(async () => void (await buildah('rm', container)));
  const root = await buildah('mount', container);
  const config = await configOf(container);
  await checkContent(root, config);
  const folder = await mkdtemp(join(tmpdir(), 'solano-image-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const environment = await startServers(folder, opened);
  await checkService({ root, config, environment });
}

async function configOf(container: string): Promise<ImageConfig> {
  const text = await buildah('inspect', container);
  const { OCIv1: image } = JSON.parse(text) as { readonly OCIv1: { readonly config: ImageConfig } };
  return image.config;
}

async function checkContent(root: string, { User: user }: ImageConfig): Promise<void> {
  ensure(/^[1-9]\d*(?::\d+)?$/.test(user), `runs as ${user}, a user without rights`);
  const { stdout: files } = await promisify(execFile)('find', [root, '-type', 'f'], {
    maxBuffer: 2 ** 26,
  });
  const unwanted = files.split('\n').filter((path) => UNWANTED.test(path));
  ensure(
    unwanted.length === 0,
    'no compiler, package manager, Prisma command or PostgreSQL',
    unwanted,
  );
  const { stdout: size } = await promisify(execFile)('du', ['-sm', '--apparent-size', root]);
  const megabytes = Number.parseInt(size, 10);
  ensure(megabytes <= MAX_MB, `${megabytes} MB, at most ${MAX_MB}`);
}

/** The environment of a service on servers of its own. */
async function startServers(
  folder: string,
  opened: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const postgres = opened.use(await openEmbeddedServer(join(folder, 'database')));
  const s3 = opened.use(await startS3Server(join(folder, 's3')));
  await mkdir(join(s3.access.buckets, 'solano'));
  const temporal = opened.use(await startTemporalServer(join(folder, 'temporal')));
  return {
    DATABASE_URL: postgres.url,
    OBJECT_STORE: 's3://solano',
    S3_FORCE_PATH_STYLE: 'true',
    AWS_ENDPOINT_URL_S3: s3.access.endpoint,
    AWS_REGION: s3.access.region,
    AWS_ACCESS_KEY_ID: s3.access.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.access.secretAccessKey,
    TEMPORAL_ADDRESS: temporal.access.address,
    CALLBACK_SECRET: 'not a secret: an image that is checked here',
    SECRETS_KEY: 'not a secret either: an image that is checked',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
}

interface Container {
  readonly root: string;
  readonly config: ImageConfig;
  readonly environment: Readonly<Record<string, string>>;
}

async function checkService({ root, config, environment }: Container): Promise<void> {
  const solano = async (...args: string[]) => {
    const run = startContainer(root, config, environment, [
      'apps/cli/src/main.ts',
      ...args,
      '--json',
    ]);
    const { code, output, errors } = await run.ended();
    ensure(code === 0, `solano ${args.join(' ')}`, [errors]);
    return JSON.parse(output) as { readonly key: string };
  };
  await solano('customer', 'add', 'Energia Norte');
  const { key } = await solano('key', 'issue', 'Energia Norte');
  await using api = startContainer(root, config, environment);
  await api.said(/"msg":"listening"/);
  const worker = ['apps/worker/src/main.ts'];
  await using running = startContainer(root, config, environment, worker);
  await running.said(/this process works on purchases from Temporal/);
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
  ensure(/^Uid:\s*0\s/m.exec(status) === null, 'the process of the API is not root');
  await checkReadOnly({ root, config, environment });
  await checkCompileCache({ root, config, environment });
  const url = `http://127.0.0.1:${environment.PORT}`;
  await checkPurchase(url, key);
  const page = await fetch(`${url}/`);
  ensure(page.ok, 'the console is there');
}

/** Node does not say by itself that it cannot use a cache. */
async function checkCompileCache({ root, config, environment }: Container): Promise<void> {
  const debug = { ...environment, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const options = config.Cmd.filter((each) => each.startsWith('-'));
  for (const args of [
    ['apps/cli/src/main.ts', '--help'],
    [...options, 'apps/api/src/compose.ts'],
  ]) {
    const { errors } = await startContainer(root, config, debug, args).ended();
    const compiled = errors.split('\n').filter((line) => line.includes('Creating temporary file'));
    const holds = errors.includes('cache was the same') && compiled.length === 0;
    ensure(holds, `${args.join(' ')} is not compiled anew`, compiled);
  }
}

async function checkReadOnly({ root, config, environment }: Container): Promise<void> {
  const script = "require('node:fs').writeFileSync('/opt/solano/apps/written', '')";
  const run = startContainer(root, config, environment, ['--eval', script]);
  const { code, errors } = await run.ended();
  ensure(code !== 0 && errors.includes('EROFS'), 'the root file system is read-only', [errors]);
}

async function checkPurchase(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const purchase = [{ datetime: `${day} 12:00`, purchase: 1.5 }];
  const submitted = await fetch(`${url}/api/v0/user/ana/submit-purchase?retailer_id=acme`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ purchase }),
  });
  ensure(submitted.status === 201, 'a purchase is taken', [String(submitted.status)]);
  const { id } = (await submitted.json()) as { readonly id: string };
  const deadline = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(`${url}/api/v0/user/ana/purchase/${id}/get`, { headers });
    const { status } = (await response.json()) as { readonly status: string };
    if (status === 'completed' || status === 'failed' || Date.now() > deadline) {
      return ensure(status === 'completed', 'the worker completes it', [status]);
    }
    await pause(100);
  }
}

function ensure(holds: boolean, what: string, details: readonly string[] = []): void {
  if (!holds) throw new Error(`this does not hold: ${[what, ...details].join('\n')}`);
  console.log(`ok: ${what}`);
}

async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('buildah', [...OPTIONS, ...args]);
  return stdout.trim();
}

/** Runs a command whose output is shown. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} failed with ${code}`);
}
