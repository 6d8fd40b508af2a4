import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ClusterTarget, type RestoredTables } from '../src/backup/cluster-target.ts';
import { openEmbeddedServer } from '../src/embedded-server.ts';
import { RESERVE_BYTES } from '../src/reserve.ts';

const opener = fileURLToPath(new URL('./opener.ts', import.meta.url));

/** Has a cluster that no server uses. */
let made: string;
let folder: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'solano-cluster-'));
  await (await openEmbeddedServer(made)).close();
  // The half of it, which a server makes again.
  await rm(join(made, 'postgres', 'reserve'), { force: true });
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** For tests that are not about making one, which takes long. */
async function putCluster(data: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(made, 'postgres'), data]);
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'solano-server-')));
});

afterEach(async () => {
  await stopLeftover();
  await rm(folder, { recursive: true, force: true });
});

describe('one process', () => {
  test('a fresh folder gives a working server, and the close stops it', async () => {
    const server = await openEmbeddedServer(join(folder, 'deep', 'data'));
    expect(server.url).toMatch(/^postgresql:\/\/solano:[\w-]{20,}@127\.0\.0\.1:\d+\/solano$/);
    const [row] = await query(
      server.url,
      `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
        current_setting('listen_addresses') AS addresses, 'Z' < 'a' COLLATE "default" AS bytewise`,
    );
    expect(row).toEqual({
      database: 'solano',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      bytewise: true,
    });
    const pid = await serverPid(join(folder, 'deep', 'data'));
    await server.close();
    await server.close();
    expect(await accepts(server.url)).toBe(false);
    // Its memory goes before its entry in the table of processes.
    await until(async () => !(await isRunning(pid)));
  });

  test('the server’s files are for their owner only, and nothing else is left', async () => {
    expect(await readdir(made)).toEqual(['postgres']);
    const modes: Record<string, string> = {};
    for (const name of ['', 'data', 'password', 'server.log']) {
      modes[name] = ((await stat(join(made, 'postgres', name))).mode & 0o777).toString(8);
    }
    expect(modes).toEqual({ '': '700', data: '700', password: '600', 'server.log': '600' });
  });

  test('a wrong password is rejected', async () => {
    await putCluster(folder);
    await using server = await openEmbeddedServer(folder);
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('the data survive a reopen', async () => {
    await putCluster(folder);
    const first = await openEmbeddedServer(folder);
    await query(first.url, "CREATE TABLE kept AS SELECT 'here' AS word");
    await first.close();
    await using second = await openEmbeddedServer(folder);
    expect(await query(second.url, 'SELECT word FROM kept')).toEqual([{ word: 'here' }]);
  });

  test('one process two openers share one server, and the last one stops it', async () => {
    await putCluster(folder);
    const [first, second] = await Promise.all([
      openEmbeddedServer(folder),
      openEmbeddedServer(folder),
    ]);
    expect(second.url).toBe(first.url);
    await first.close();
    expect(await accepts(second.url)).toBe(true);
    await second.close();
    expect(await accepts(second.url)).toBe(false);
  });

  test('the start works while the last user stops the server', async () => {
    await putCluster(folder);
    let server = await openEmbeddedServer(folder);
    for (let turn = 0; turn < 10; turn += 1) {
      const [next] = await Promise.all([openEmbeddedServer(folder), server.close()]);
      expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      server = next;
    }
    await server.close();
    expect(await accepts(server.url)).toBe(false);
  });

  test('a user keeps its claim when a crash drops all connections', async () => {
    await putCluster(folder);
    await using first = await openEmbeddedServer(folder);
    const [claim] = await claims(first.url);
    await crashBackend(first.url);
    await until(async () => (await claims(first.url)).some((pid) => pid !== claim));
    await (await openEmbeddedServer(folder)).close();
    expect(await accepts(first.url)).toBe(true);
  });

  test('the close is quiet when the server has died', async () => {
    await putCluster(folder);
    const server = await openEmbeddedServer(folder);
    const pid = await serverPid(folder);
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await isRunning(pid)));
    await server.close();
    await using again = await openEmbeddedServer(folder);
    expect(await accepts(again.url)).toBe(true);
  });

  test('a server that recovers is waited for, however long that takes, and its log is shown', async () => {
    await putCluster(folder);
    await (await openEmbeddedServer(folder)).close();
    const data = join(folder, 'postgres', 'data');
    await writeFile(join(data, 'recovery.signal'), '');
    // It requests old files before it can be used: until the recovery is reported, which is later than the timeout.
    const reported = join(folder, 'reported');
    const settings = `restore_command = 'until test -e ${reported}; do sleep 0.1; done; false'\nhot_standby = off\n`;
    await appendFile(join(data, 'postgresql.conf'), settings);
    const timeoutMs = 4_000;
    const begun = performance.now();
    const logs: string[] = [];
    const onRecovery = (log: string) => {
      logs.push(log);
      writeFileSync(reported, '');
    };
    await using server = await openEmbeddedServer(folder, { onRecovery, timeoutMs });
    expect(performance.now() - begun).toBeGreaterThan(timeoutMs);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(logs).toEqual([join(folder, 'postgres', 'server.log')]);
  });

  test('a server that cannot be started again is reported, and used as soon as it can', async () => {
    await putCluster(folder);
    const { promise: failure, resolve: onRestartFailure } = Promise.withResolvers<unknown>();
    await using server = await openEmbeddedServer(folder, { onRestartFailure });
    const settings = join(folder, 'postgres', 'data', 'postgresql.conf');
    const good = await readFile(settings, 'utf8');
    await writeFile(settings, 'no_such_setting = 1\n');
    process.kill(await serverPid(folder), 'SIGKILL');
    expect(await failure).toMatchObject({
      message: expect.stringContaining(`see ${folder}/postgres/server.log`),
    });
    await writeFile(settings, good);
    // It accepts connections before it is ready.
    const read = () => query(server.url, 'SELECT 1 AS one').catch(({ message }: Error) => message);
    await expect.poll(read).toEqual([{ one: 1 }]);
  });

  test('a server that cannot start is named with its log', async () => {
    await putCluster(folder);
    await (await openEmbeddedServer(folder)).close();
    await writeFile(join(folder, 'postgres', 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(openEmbeddedServer(folder)).rejects.toThrow(
      `FATAL:  configuration file "${folder}/postgres/data/postgresql.conf" contains errors): ` +
        `see ${folder}/postgres/server.log`,
    );
  });
});

describe('several processes', () => {
  test('three processes that start at once on an empty folder share one server', async () => {
    const openers = [1, 2, 3].map(() => startOpener(folder));
    const urls = await Promise.all(openers.map(({ url }) => url));
    expect(new Set(urls).size).toBe(1);
    const pid = await serverPid(folder);
    expect(await Promise.all(openers.map(({ finish }) => finish()))).toEqual([0, 0, 0]);
    expect(await accepts(String(urls[0]))).toBe(false);
    // Its memory goes before its entry in the table of processes.
    await until(async () => !(await isRunning(pid)));
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  test('a server outlives a killed owner, is adopted and stopped', async () => {
    await putCluster(folder);
    const owner = startOpener(folder);
    const url = await owner.url;
    const pid = await serverPid(folder);
    owner.process.kill('SIGKILL');
    await owner.exited;
    expect(await isRunning(pid)).toBe(true);
    const adopter = await openEmbeddedServer(folder);
    expect(adopter.url).toBe(url);
    expect(await serverPid(folder)).toBe(pid);
    // PostgreSQL notices a moment later that the owner has ended; until then it has two users.
    const users = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'";
    await until(async () => (await query(adopter.url, users)).length === 1);
    await adopter.close();
    // The kernel takes it away a moment after its command line.
    await until(async () => !(await isRunning(pid)));
  });

  test('a restore is rejected while a process uses the server, and not once that was killed', async () => {
    await putCluster(folder);
    const owner = startOpener(folder);
    await owner.url;
    const pid = await serverPid(folder);
    const target = new ClusterTarget(folder, {} as RestoredTables);
    await expect(target.requireUnused()).rejects.toMatchObject({ code: 'in_use' });
    expect(await isRunning(pid)).toBe(true);
    owner.process.kill('SIGKILL');
    await owner.exited;
    await target.requireUnused();
    // The kernel takes it away a moment after its command line.
    await until(async () => !(await isRunning(pid)));
  });

  test("a terminal's SIGINT to the owner's group spares the server", async () => {
    await putCluster(folder);
    const owner = startOpener(folder, { detached: true });
    await owner.url;
    const pid = await serverPid(folder);
    process.kill(-Number(owner.process.pid), 'SIGINT');
    await owner.exited;
    expect(await isRunning(pid)).toBe(true);
    await (await openEmbeddedServer(folder)).close();
  });
});

describe('a stale postmaster.pid', () => {
  const cases: { name: string; pid: () => Promise<string> }[] = [
    { name: 'a dead pid', pid: async () => String(await deadPid()) },
    { name: 'the pid of a foreign live process', pid: async () => String(process.pid) },
    { name: 'no pid', pid: async () => '' },
  ];
  for (const { name, pid } of cases) {
    test(`a stale postmaster.pid with ${name} does not prevent the start`, async () => {
      await putCluster(folder);
      await (await openEmbeddedServer(folder)).close();
      await writeStale(folder, await pid());
      const server = await openEmbeddedServer(folder);
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await server.close();
      expect(await accepts(server.url)).toBe(false);
      const rest = await readdir(join(folder, 'postgres', 'data'));
      expect(rest.filter((file) => file.startsWith('postmaster.pid'))).toEqual([]);
    });
  }
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}

function accepts(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** The backends that hold a user's claim on the server; none while it recovers. */
async function claims(url: string): Promise<number[]> {
  const text = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted";
  const rows = (await query(url, text).catch(() => [])) as { pid: number }[];
  return rows.map(({ pid }) => pid);
}

/** Kills the backend of a connection of its own, as the kernel does when memory runs out. */
async function crashBackend(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  process.kill(Number(rows[0]?.pid), 'SIGKILL');
  await ended;
}

async function serverPid(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** False for a zombie too: init may take seconds to ask for the exit code of an orphan. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    // Gone, too, where it went between the two.
    return !(await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ');
  } catch {
    return false;
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

interface Opener {
  readonly process: ChildProcess;
  readonly url: Promise<string>;
  readonly exited: Promise<unknown>;
  /** Lets it close; its exit code. */
  readonly finish: () => Promise<number | null>;
}

function startOpener(folder: string, options: { detached?: boolean } = {}): Opener {
  const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [opener, folder], { ...options, stdio });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line').then(([url]) => String(url));
  const early = exited.then(([code]) => Promise.reject(new Error(`the opener ended: ${code}`)));
  const finish = async () => {
    child.stdin.end();
    await exited;
    return child.exitCode;
  };
  return { process: child, url: Promise.race([line, early]), exited, finish };
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return Number(child.pid);
}

/** A postmaster.pid of ten seconds ago, with the port of something that is no PostgreSQL. */
async function writeStale(folder: string, pid: string): Promise<void> {
  const data = join(folder, 'postgres', 'data');
  const lines = [pid, data, '1700000000', '9', '', '127.0.0.1', '', 'ready   ', ''];
  const path = join(data, 'postmaster.pid');
  await writeFile(path, pid === '' ? '' : lines.join('\n'), { mode: 0o600 });
  const past = Date.now() / 1000 - 10;
  await utimes(path, past, past);
}

async function stopLeftover(): Promise<void> {
  const pid = await serverPid(folder).catch(() => undefined);
  if (pid === undefined || pid === process.pid || !(await isRunning(pid))) return;
  process.kill(pid, 'SIGQUIT');
  await until(async () => !(await isRunning(pid)));
}

test('a server that is killed under its user comes back where it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solano-killed-'));
  await putCluster(folder);
  const server = await openEmbeddedServer(folder);
  try {
    const [pid = ''] = (
      await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')
    ).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await expect
      .poll(async () => {
        const client = new pg.Client({ connectionString: server.url });
        client.on('error', () => undefined);
        await client.connect();
        const { rows } = await client.query('SELECT 1 AS one');
        await client.end();
        return rows as unknown[];
      })
      .toEqual([{ one: 1 }]);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a server starts where disk space cannot be reserved, and reports it', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-unreserved-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  await putCluster(folder);
  const failure = new Error('the volume does not say what is free');
  const reported: unknown[] = [];
  opened.use(
    await openEmbeddedServer(folder, {
      freeBytes: () => Promise.reject(failure),
      onReserveFailure: (error) => reported.push(error),
    }),
  );
  expect(reported).toEqual([failure]);
});

/** Rejects connections as PostgreSQL does on a full disk after a crash, while the reserve takes the space. */
const FULL = (reserve: string) => `
  CREATE FUNCTION fail_as_full() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (pg_stat_file('${reserve}', true)).size IS NOT NULL THEN
      RAISE disk_full USING MESSAGE = 'could not write init file: No space left on device';
    END IF;
  END $$;
  CREATE EVENT TRIGGER full_disk ON login EXECUTE FUNCTION fail_as_full()`;

test('a server makes its reserve while it runs, once there is room, and is usable in its space after a crash on a full disk', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'solano-full-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  await putCluster(folder);
  const volume = { free: 0 };
  const full = Promise.withResolvers<string>();
  const small = Promise.withResolvers<number>();
  const server = opened.use(
    await openEmbeddedServer(folder, {
      freeBytes: () => Promise.resolve(volume.free),
      onFullDisk: full.resolve,
      onSmallReserve: (_, bytes) => small.resolve(bytes),
      reservePauseMs: 10,
    }),
  );
  const home = join(folder, 'postgres');
  expect(await small.promise).toBe(0);
  volume.free = 1_000 * 2 ** 20;
  const reserved = () => stat(join(home, 'reserve')).then(({ size }) => size);
  await expect.poll(reserved).toBe(RESERVE_BYTES);
  const client = new pg.Client({ connectionString: server.url.replace(/solano$/, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(FULL(join(home, 'reserve')));
  volume.free = 0;
  // The end of a backend makes the server end all others, and recover.
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(Number(rows[0]?.pid), 'SIGKILL');
  expect(await full.promise).toBe(home);
  await client.end();
});
