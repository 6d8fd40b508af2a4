import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTestServer, putTestCluster, type TestServer } from '@solano/tools/test-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { inspectDatabase } from '../src/database/inspect.ts';
import { migrate } from '../src/database/migrate.ts';
import { bool, statement } from '../src/database/statement.ts';

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL('../../../../tools/install/python', import.meta.url));
const IS_ENCRYPTED = statement(
  { ssl: bool },
  'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
);

let folder: string;
let server: TestServer;
/** Files of an authority that has signed for 127.0.0.1, and of another one. */
let authority: string;
let other: string;

/** Makes an authority and a certificate for a host; returns the folder of its files. */
async function issue(name: string, host: string): Promise<string> {
  const { stdout: python } = await run(PYTHON);
  const at = await mkdtemp(join(folder, name));
  await run(python.trim(), ['-m', 'trustme', '--quiet', '--dir', at, '--identities', host]);
  return at;
}

/** Has the server of a cluster offer encryption. */
async function encrypt(data: string, certificate: string): Promise<void> {
  const { uid, gid } = await stat(data);
  for (const name of ['server.pem', 'server.key']) {
    await copyFile(join(certificate, name), join(data, name));
    await chmod(join(data, name), 0o600);
    await chown(join(data, name), uid, gid);
  }
  const settings = `ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n`;
  await appendFile(join(data, 'postgresql.conf'), `\n${settings}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solano-encryption-'));
  const [own, others] = await Promise.all([issue('own', '127.0.0.1'), issue('other', '127.0.0.1')]);
  [authority, other] = [own, others].map((each) => join(each, 'client.pem')) as [string, string];
  const cluster = join(folder, 'cluster');
  await putTestCluster(cluster);
  await encrypt(join(cluster, 'postgres', 'data'), own);
  server = await openTestServer(cluster);
  await migrate(server.url);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function urlWith(parameters: Record<string, string>, host = '127.0.0.1'): string {
  const url = new URL(server.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

describe('the connection to PostgreSQL', () => {
  test('the connection is encrypted, and the server’s certificate checked, where the address says so', async () => {
    const url = urlWith({ sslmode: 'verify-full', sslrootcert: authority });
    await using database = await PostgresDatabase.connect(url);
    expect(await database.run(IS_ENCRYPTED, [])).toEqual([{ ssl: true }]);
    expect(await migrate(url)).toEqual([]);
    expect((await inspectDatabase(url)).isReadOnly).toBe(false);
  });

  test('the connection is plain where the address does not ask for encryption', async () => {
    await using database = await PostgresDatabase.connect(server.url);
    expect(await database.run(IS_ENCRYPTED, [])).toEqual([{ ssl: false }]);
  });

  test.each([
    ['another authority', () => urlWith({ sslmode: 'verify-full', sslrootcert: other })],
    ['no authority that the machine trusts', () => urlWith({ sslmode: 'verify-full' })],
    [
      'another name of the server',
      () => urlWith({ sslmode: 'verify-full', sslrootcert: authority }, 'localhost'),
    ],
  ])('the connection is rejected with %s', async (_, url) => {
    await expect(PostgresDatabase.connect(url())).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/certificate|altnames/i),
    });
  });
});
