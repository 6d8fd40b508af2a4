import { hostname } from 'node:os';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let databaseUrl: string;
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  databaseUrl = opened.use(await createTestDatabase()).url;
  command = opened.use(await openCommand(databaseUrl));
  await command.json('customer', 'add', 'Sol');
  await command.json('customer', 'add', 'Eolo');
});
afterAll(() => opened.disposeAsync());

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('the scopes of keys', () => {
  test('scopes are named at issue, shown in the list, and stay with a rotation', async () => {
    const { id } = (await command.json('key', 'issue', 'Eolo', '--scopes', 'prices,read')) as {
      id: string;
    };
    await command.json('key', 'rotate', id);
    const scopes = ['read', 'prices'];
    expect(await command.json('key', 'list', 'Eolo')).toEqual([
      expect.objectContaining({ id, scopes, revoked_at: instant, last_used_at: null }),
      expect.objectContaining({ scopes, revoked_at: null }),
    ]);
  });

  test('a key without named scopes has all of them', async () => {
    const { id } = (await command.json('key', 'issue', 'Sol')) as { id: string };
    const [key] = (await command.json('key', 'list', 'Sol')) as [object];
    const scopes = ['read', 'plants', 'purchases', 'uploads', 'prices'];
    expect(key).toMatchObject({ id, scopes });
  });

  test('scopes come from a closed list', async () => {
    const rejected = await command.solano('key', 'issue', 'Sol', '--scopes', 'read,all', '--json');
    expect(rejected).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'Unknown scope: all (one of read, plants, purchases, uploads, prices, keys, webhooks, audit, operator)\n',
    });
  });
});

describe('webhooks', () => {
  test('webhooks are added with a secret that is shown once, listed and removed', async () => {
    const url = 'https://customer.example/solano';
    const added = (await command.json('webhook', 'add', 'Sol', url)) as { id: string };
    const events = ['purchase.completed', 'purchase.failed'];
    const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const settings = { url, events, gate_closing_minutes: 60 };
    expect(added).toEqual({ id: expect.any(String), ...settings, secret });
    const expected = { id: added.id, ...settings, created_at: instant, disabled_at: null };
    expect(await command.json('webhook', 'list', 'Sol')).toEqual([expected]);
    expect(await command.json('webhook', 'remove', added.id)).toEqual(expected);
    expect(await command.json('webhook', 'list', 'Sol')).toEqual([]);
  });

  test('webhooks may be notified of some events only', async () => {
    const args = ['Sol', 'https://customer.example/', '--events', 'purchase.failed,gate.closing'];
    const minutes = ['--gate-closing-minutes', '15'];
    const added = await command.json('webhook', 'add', ...args, ...minutes);
    const events = ['purchase.failed', 'gate.closing'];
    expect(added).toMatchObject({ events, gate_closing_minutes: 15 });
  });

  test.each([
    'http://customer.example/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'no-url',
  ])('webhooks are rejected at %s', async (url) => {
    const rejected = await command.solano('webhook', 'add', 'Sol', url, '--json');
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toMatch(/^\S.*\.\n$/);
  });

  test('webhooks are rejected if no key would encrypt their secrets', async () => {
    await using other = await openCommand(databaseUrl);
    Object.assign(other.env, { SECRETS_KEY: '' });
    const rejected = await other.solano('webhook', 'add', 'Sol', 'https://customer.example/');
    const stderr = 'Webhooks are not configured: SECRETS_KEY is not set.\n';
    expect(rejected).toMatchObject({ code: 1, stdout: '', stderr });
  });

  test('an unknown webhook cannot be removed', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const rejected = await command.solano('webhook', 'remove', id);
    expect(rejected).toMatchObject({ code: 1, stderr: `There is no webhook ${id}.\n` });
  });
});

describe('the audit log', () => {
  test('the audit log shows the operator’s actions, newest first', async () => {
    const { id } = (await command.json('customer', 'add', 'Audited')) as { id: string };
    const issued = (await command.json('key', 'issue', 'Audited')) as { id: string };
    await command.json('permission', 'grant', id, 'prices');
    const actor = expect.stringMatching(/^operator ./);
    const common = {
      at: instant,
      actor,
      customer: 'Audited',
      origin: hostname(),
      request_id: null,
    };
    expect(await command.json('audit', '--customer', 'Audited')).toEqual([
      { ...common, action: 'permission.grant', subject: 'prices' },
      { ...common, action: 'key.issue', subject: issued.id },
      { ...common, action: 'customer.add', subject: 'Audited' },
    ]);
    const { stdout } = await command.solano('audit', '--customer', 'Audited');
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stdout).toContain(`key.issue  Audited  ${issued.id}  from ${hostname()}`);
  });

  test('the audit log shows webhooks without the secrets that their URLs may have', async () => {
    await command.json('customer', 'add', 'Hooked');
    const url = 'https://customer.example/hidden?token=hidden';
    const { id } = (await command.json('webhook', 'add', 'Hooked', url)) as { id: string };
    await command.json('webhook', 'remove', id);
    const subject = `${id} https://customer.example`;
    expect(await command.json('audit', '--customer', 'Hooked', '--limit', '2')).toMatchObject([
      { action: 'webhook.remove', subject },
      { action: 'webhook.add', subject },
    ]);
  });

  test('the audit log is filtered by action, age and number', async () => {
    const newest = await command.json('audit', '--action', 'customer.add', '--limit', '1');
    expect(newest).toMatchObject([{ action: 'customer.add', customer: 'Hooked' }]);
    expect(await command.json('audit', '--since', '0s')).toEqual([]);
    const all = (await command.json('audit', '--since', '1h', '--action', 'customer.add')) as [];
    expect(all).toHaveLength(4);
  });

  test.each([
    [['--action', 'plant.paint'], 'plant.paint'],
    [['--limit', '0'], '"0" is no limit: write a whole number from 1 to 100000.'],
    [['--since', 'today'], '"today" is no duration'],
    [['--customer', 'Nobody'], 'There is no customer Nobody.'],
  ])('the audit log rejects %j', async (args, words) => {
    const rejected = await command.solano('audit', ...args, '--json');
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(words);
  });
});
