import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@solano/config';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase('template0'));
  command = opened.use(await openCommand(url));
});
afterAll(() => opened.disposeAsync());

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const keyForm = expect.stringMatching(/^sol_[0-9a-z]+_[0-9A-Za-z]+$/);

test('the command prints its version', async () => {
  expect(await command.process('--version')).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
});

test('a data folder that cannot be created is named by its variable', async () => {
  await using embedded = await openCommand();
  const file = await embedded.file('data', '');
  const { code, stdout, stderr } = await embedded.solano('customer', 'list');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`SOLANO_DATA ${file}: EEXIST: file already exists`);
});

test('migrate applies the migrations once', async () => {
  const first = (await command.json('migrate')) as { applied: string[] };
  expect(first.applied.length).toBeGreaterThan(0);
  expect(await command.json('migrate')).toEqual({ applied: [] });
});

test('customers are added and listed', async () => {
  const added = await command.json('customer', 'add', 'Energía');
  expect(added).toEqual({ id: expect.any(String), name: 'Energía' });
  await command.json('customer', 'add', 'Bare', '--without-folder');
  expect(await command.json('customer', 'list')).toMatchObject([
    { name: 'Bare', folder: null },
    { name: 'Energía', folder: 'Energía', permissions: [] },
  ]);
  const again = await command.process('customer', 'add', 'Energía', '--json');
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('Energía');
});

test('a customer that was added needs the permission for prices, which a command line grants', async () => {
  const { code, stdout, stderr } = await command.solano('customer', 'add', "Sol d'Or & Cia");
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(String.raw`npx solano permission grant 'Sol d'\''Or & Cia' prices`);
});

test('permissions are granted and revoked', async () => {
  const granted = { customer: 'Energía', permissions: ['prices'] };
  expect(await command.json('permission', 'grant', 'Energía', 'prices')).toEqual(granted);
  expect(await command.json('permission', 'grant', 'Energía', 'prices')).toEqual(granted);
  const revoked = await command.json('permission', 'revoke', 'Energía', 'prices');
  expect(revoked).toEqual({ customer: 'Energía', permissions: [] });
  const unknown = await command.solano('permission', 'grant', 'Energía', 'wine');
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
});

describe('keys', () => {
  test('keys are issued, rotated with and without grace, and revoked', async () => {
    const issue = ['key', 'issue', 'Energía', '--label', 'billing', '--expires-in', '90d'];
    const issued = (await command.json(...issue)) as { id: string };
    expect(issued).toEqual({ id: issued.id, key: keyForm, customer: 'Energía' });

    const kept = (await command.json('key', 'rotate', issued.id, '--grace', '24h')) as {
      grace_until: string;
      id: string;
    };
    expect(kept).toEqual({
      id: expect.not.stringMatching(issued.id),
      key: keyForm,
      customer: 'Energía',
      replaces: issued.id,
      grace_until: instant,
    });
    const next = (await command.json('key', 'rotate', kept.id)) as { id: string };
    expect(next).toMatchObject({ replaces: kept.id, grace_until: null });
    await command.json('key', 'revoke', next.id);

    expect(await command.json('key', 'list', 'Energía')).toMatchObject([
      { id: issued.id, label: 'billing', expires_at: instant, revoked_at: kept.grace_until },
      { id: kept.id, label: 'billing', revoked_at: instant },
      { id: next.id, label: 'billing', revoked_at: instant },
    ]);
    const { stdout } = await command.solano('key', 'list', 'Energía');
    expect(stdout.split('\n')).toEqual([
      expect.stringContaining(`  valid until ${kept.grace_until}  `),
      expect.stringMatching(/ {2}revoked \d/),
      expect.stringMatching(/ {2}revoked \d/),
      '',
    ]);
  });

  test.each([
    [['key', 'issue', 'nobody'], 'There is no customer nobody.'],
    [['key', 'issue', 'Energía', '--expires-in', '90'], '"90" is no duration'],
    [['key', 'revoke', 'nothing'], 'There is no key nothing.'],
    [['key', 'rotate', 'nothing'], 'There is no key nothing.'],
  ])('keys are rejected: %j', async (args, message) => {
    const run = await command.solano(...args, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

describe('prices put', () => {
  const put = ['prices', 'put', 'spain', 'md_pdbc_spain'];

  test('prices put reads labels and instants', async () => {
    const file = await command.file(
      'prediction.csv',
      'datetime;price\r\n2025-10-26 02:00;50\r\n2025-10-26T02:00:00+01:00;-1.2345\r\n',
    );
    const at = ['--generated-at', '2025-10-25T08:00:00Z'];
    expect(await command.json(...put, file, ...at)).toEqual({
      region: 'spain',
      market: 'md_pdbc_spain',
      generated_at: '2025-10-25T08:00:00.000Z',
      rows: 2,
    });
  });

  test('prices put names every bad line and stores nothing', async () => {
    const file = await command.file(
      'bad.csv',
      'price,datetime\n1,2025-10-26 03:00\n1,2025-10-26 25:00\nx,2025-10-26 04:00\n1,2025-10-26 03:00\n1,2,3\n',
    );
    const run = await command.solano(...put, file, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toEqual([
      'line 3: datetime is neither ISO 8601 with an offset nor YYYY-MM-DD HH:MM in Madrid',
      'line 4: price is not a number',
      'line 5: datetime occurs more often than the clock shows it',
      'line 6: 3 fields where the header has 2',
    ]);
    const foreign = await command.file('foreign.csv', 'utc;price\n');
    const { stderr } = await command.solano(...put, foreign);
    expect(stderr).toBe('line 1: column datetime is missing\nline 1: column utc is unknown\n');
  });

  test.each([
    [['prices', 'put', 'mars', 'md_pdbc_spain', 'x.csv'], 'Unknown region: mars'],
    [['prices', 'put', 'spain', 'md', 'x.csv'], 'Unknown market: md'],
    [[...put], 'missing required argument'],
    [[...put, 'no-such-file.csv'], 'no-such-file.csv: no such file'],
  ])('prices put rejects %j', async (args, message) => {
    const run = await command.solano(...args);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  test('prices put rejects a generation time in the future', async () => {
    const file = await command.file('future.csv', 'datetime;price\n2025-10-26 02:00;50\n');
    const at = new Date(Date.now() + 600_000).toISOString();
    const run = await command.solano(...put, file, '--generated-at', at);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('lies in the future');
  });
});

describe('prices import-omie', () => {
  const header = 'MARGINALPIBC;\n';

  test('prices import-omie reads files of several sessions', async () => {
    const one = await command.file(
      'marginalpibc_2025102603.1',
      `${header}2025;10;26;53;1;-2.5;\n2025;10;26;54;1;3;\n*\n`,
    );
    const empty = await command.file('marginalpibc_2025102601.2', `${header}*\n`);
    expect(await command.json('prices', 'import-omie', one, empty)).toEqual([
      {
        file: 'marginalpibc_2025102603.1',
        market: 'mid_pibc03_spain',
        date: '2025-10-26',
        version: 1,
        rows: 2,
      },
      {
        file: 'marginalpibc_2025102601.2',
        market: 'mid_pibc01_spain',
        date: '2025-10-26',
        version: 2,
        rows: 0,
      },
    ]);
  });

  test('prices import-omie names every bad line with its file', async () => {
    const swapped = await command.file('marginalpibc_2025102602.1', 'MARGINALPDBC;\n*\n');
    const bad = await command.file(
      'marginalpibc_2025102601.1',
      `${header}2025;10;26;101;1;2;\n2025;10;27;1;1;2;\n*\n`,
    );
    const run = await command.solano('prices', 'import-omie', swapped, bad, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('marginalpibc_2025102602.1: line 1'),
      expect.stringContaining('marginalpibc_2025102601.1: line 2'),
      expect.stringContaining('marginalpibc_2025102601.1: line 3'),
    ]);
  });
});

test('strategies set stores the settings and prints the list', async () => {
  const set = ['strategies', 'set', 'Energía', 'ana', 'acme'];
  const file = await command.file('models.json', '[{"idmodel":6,"enabled":true}]');
  expect(await command.json(...set, file)).toMatchObject([
    { idmodel: 1, enabled: true },
    { idmodel: 2, enabled: true },
    { idmodel: 3, enabled: true },
    { idmodel: 4, enabled: true },
    { idmodel: 5, enabled: true },
    { idmodel: 6, enabled: true, parameters: { max_resale_percent: 20 } },
    { idmodel: 7, enabled: false },
    { idmodel: 8, enabled: false },
  ]);
  const several =
    '[{"idmodel":3,"enabled":1,"parameters":{"x":1,"fee_eur_per_mwh":-1}},{"idmodel":9}]';
  const rejected = await command.solano(...set, await command.file('several.json', several));
  expect(rejected.stderr.trimEnd().split('\n')).toHaveLength(4);
  for (const text of ['[{"idmodel":9}]', 'x\n', '[{"idmodel":2,"parameters":{"x":1}}]']) {
    const run = await command.solano(...set, await command.file('bad.json', text), '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^.+\n$/);
  }
});

test('purchases resubmit succeeds without pending purchases', async () => {
  expect(await command.json('purchases', 'resubmit', '--all')).toEqual({ resubmitted: 0 });
});

test('demo may be run twice', async () => {
  const first = (await command.json('demo')) as { key_file: string };
  expect(first).toMatchObject({ name: 'demo', new_key: true });
  expect(await command.json('demo')).toMatchObject({ new_key: false });
  expect((await stat(first.key_file)).mode & 0o777).toBe(0o600);
});

test('an invalid configuration is rejected', async () => {
  await using lost = await openCommand('mysql://x');
  expect(await lost.process('customer', 'list')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://\n',
  });
});

test('the embedded database works without a running service', async () => {
  await using alone = await openCommand();
  expect(await alone.process('customer', 'add', 'Norte')).toMatchObject({ code: 0 });
  const { json } = await alone.process('customer', 'list', '--json');
  expect(json).toMatchObject([{ name: 'Norte' }]);
  expect((await stat(join(alone.folder, 'data'))).mode & 0o777).toBe(0o700);
});

describe('plant import', () => {
  const header = 'code;name;technology_type;lat;lon;installed_capacity_mw;country;timezone\n';
  const row = (code: string, lat = '37.6026') => {
    return `${code};Some name;solar;${lat};-5.103;6.9;Spain;Europe/Madrid\n`;
  };

  test('plant import adds and updates by name', async () => {
    await command.json('customer', 'add', 'Solar');
    const file = await command.file('plants.csv', `${header}${row('A')}${row('B')}`);
    const run = ['plant', 'import', 'Solar', file];
    expect(await command.json(...run)).toEqual({ customer: 'Solar', added: 2, updated: 0 });
    const next = await command.file('next.csv', `${header}${row('B')}${row('C')}`);
    expect(await command.json('plant', 'import', 'Solar', next)).toEqual({
      customer: 'Solar',
      added: 1,
      updated: 1,
    });
  });

  test('plant import rejects duplicate or missing columns, and text of no known encoding', async () => {
    const run = async (text: string) => {
      const file = await command.file('rejected.csv', text);
      const rejected = await command.solano('plant', 'import', 'Solar', file);
      expect(rejected).toMatchObject({ code: 1, stdout: '' });
      return rejected.stderr.trimEnd();
    };
    const good = `${header}${row('X')}`;
    expect(await run(good.replace('name;', 'country;'))).toBe(
      'line 1, column country: says the same as column country; keep one',
    );
    expect(await run(good.replace('lat;', 'height;'))).toBe('line 1, column lat: missing');
    expect(await run(good.replace('X;Some', 'ALMER\x81A;Some'))).toMatch(/encoding of the file/);
  });

  test('plant import names every error, and stores nothing', async () => {
    await command.json('customer', 'add', 'Wrong');
    const file = await command.file(
      'wrong.csv',
      `${header}${row('A')}${row('', '91')}x;y;;;;;;;z\n${row('A')}`,
    );
    const run = await command.solano('plant', 'import', 'Wrong', file, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toEqual([
      'line 3, column code: is missing',
      'line 3, column lat: is above 90',
      'line 4: the row has 9 fields where the header has 8',
      'line 5, column code: repeats line 2',
    ]);
    const good = await command.file('good.csv', `${header}${row('A')}`);
    expect(await command.json('plant', 'import', 'Wrong', good)).toMatchObject({ added: 1 });
  });

  const SPANISH =
    'Plantas de 2026;;;;;;;\r\nNombre;Latitud;Longitud;Potencia instalada (MW);Potencia nominal (MW);Zona;Tecnología;Zona horaria\r\n';
  const spanishRow = (nominal: string) =>
    `ALMER\xcdA;37,603;-5,103;6,9;${nominal};ES;e\xf3lica;Europe/Madrid\r\n`;

  test('plant import reads a Spanish spreadsheet in Latin-1, and rejects ambiguous numbers', async () => {
    await command.json('customer', 'add', 'Española');
    const file = await command.file('plantas.csv', `${SPANISH}${spanishRow('1.250')}`);
    const run = await command.solano('plant', 'import', 'Española', file);
    expect(run.stderr).toBe('line 3, column Potencia nominal (MW): could be 1250 or 1.25\n');
    const read = await command.json('plant', 'import', 'Española', file, '--dry-run');
    expect(read).toMatchObject({
      understood: { encoding: 'windows-1252', delimiter: ';', decimal: ',' },
      rows: [],
      total: 1,
      problems: [{ line: 3, value: '1.250', example: '12,5' }],
    });
    const good = await command.file('buenas.csv', `${SPANISH}${spanishRow('5,125')}`);
    expect(await command.json('plant', 'import', 'Española', good, '--dry-run')).toMatchObject({
      rows: [{ name: 'ALMERÍA', lat: '37.6030000', technology_type: 'wind' }],
      problems: [],
    });
    const added = { customer: 'Española', added: 1, updated: 0 };
    expect(await command.json('plant', 'import', 'Española', good)).toEqual(added);
  });
});
