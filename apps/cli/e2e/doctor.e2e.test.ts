import { chmod, mkdir } from 'node:fs/promises';
import { createTestDatabase } from '@solano/tools/test-database';
import { putTestCluster } from '@solano/tools/test-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;
let data: string;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  command = opened.use(await openCommand(url));
  data = command.env.SOLANO_DATA;
  await mkdir(`${data}/objects`, { recursive: true, mode: 0o700 });
});
afterAll(() => opened.disposeAsync());

test('migrate --check changes nothing, and fails where a migration is pending', async () => {
  expect(await command.json('migrate', '--check')).toEqual({ pending: [] });
  await using fresh = await openCommand();
  await putTestCluster(fresh.env.SOLANO_DATA);
  const check = async () => {
    const { code, stdout, stderr } = await fresh.solano('migrate', '--check');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.split('\n').filter((line) => line.startsWith('pending: '));
  };
  const pending = await check();
  expect(pending[0]).toBe('pending: 20261121145752_initial');
  expect(await check()).toEqual(pending);
});

describe('the doctor', () => {
  test('the doctor finds no fault of a valid installation', async () => {
    await mkdir(`${command.folder}/backups`);
    Object.assign(command.env, { BACKUP_TARGET: `file:${command.folder}/backups` });
    const findings = (await command.json('doctor')) as { check: string; status: string }[];
    const unsound = findings.filter(({ status }) => status !== 'ok').map(({ check }) => check);
    expect(unsound).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'database',
        'database writes',
        'migrations',
        'clock of the database',
        'data folder',
        'disk of the backup target',
        'backup target writes',
      ]),
    );
  });

  test('the doctor says whether the keys read the signing secrets of webhooks', async () => {
    await command.json('customer', 'add', 'Norte');
    const { id } = (await command.json('webhook', 'add', 'Norte', 'https://example.com/a')) as {
      id: string;
    };
    const { SECRETS_KEY: old } = command.env;
    const finding = async () => {
      const { stdout, stderr } = await command.solano('doctor');
      return `${stdout}\n${stderr}`.split('\n').find((line) => line.includes('signing secrets'));
    };
    expect(await finding()).toMatch(/^ok .*none needs a previous key/);
    command.env.SECRETS_KEY = 'not a secret: the key of after a rotation';
    expect(await finding()).toMatch(new RegExp(`^problem .* SECRETS_KEY_PREVIOUS.* ${id}\\.$`));
    Object.assign(command.env, { SECRETS_KEY_PREVIOUS: old });
    expect(await finding()).toMatch(/^warning .* Keep other keys\.$/);
    Object.assign(command.env, { SECRETS_KEY: old, SECRETS_KEY_PREVIOUS: '' });
  });

  test('the doctor names each fault, and exits 1', async () => {
    await chmod(data, 0o755);
    await using other = await openCommand('postgresql://solano@127.0.0.1:1/solano');
    const address = 'http://127.0.0.1:1';
    const callbacks = {
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      CALLBACK_URL: address,
      CALLBACK_SECRET: 'not a secret: that of an API that does not run',
    };
    const backups = { BACKUP_TARGET: 'file:/dev/null/backups' };
    const settings = { SOLANO_DATA: data, SECRETS_KEY: '', ...callbacks, ...backups };
    Object.assign(other.env, settings);
    const found = await other.solano('doctor', '--json');
    await chmod(data, 0o700);
    expect(found).toMatchObject({ code: 1, stdout: '' });
    expect(found.stderr.match(/^ +http\S+\/docs\/guide\/remedies\.html#[a-z-]+$/gm)).toHaveLength(
      6,
    );
    const lines = found.stderr.split('\n').filter((line) => /^(problem|warning) /.test(line));
    expect(lines).toEqual([
      `problem  data folder: ${data} can be entered by others: chmod 700 ${data}.`,
      expect.stringContaining('warning  secrets: SECRETS_KEY is not set'),
      expect.stringContaining('problem  database: The database is not available'),
      expect.stringContaining('problem  backup target writes: The object folder is not available'),
      expect.stringContaining('problem  Temporal: 127.0.0.1:1: '),
      expect.stringContaining(`problem  callbacks: ${address} reaches no API`),
    ]);
  });
});
