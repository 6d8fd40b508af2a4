import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  command = opened.use(await openCommand(url));
});
afterAll(() => opened.disposeAsync());

const IMPORT = ['prices', 'import-omie'];

/** A file of the first intraday session of the 26th of October 2025. */
function intraday(version: number, ...prices: readonly number[]): Promise<string> {
  const rows = prices.map((price, i) => `2025;10;26;${i + 1};0;${price};\n`);
  const text = `MARGINALPIBC;\n${rows.join('')}*\n`;
  return command.file(`marginalpibc_2025102601.${version}`, text);
}

test('an import prints the prices that it stored, and the number of unchanged files', async () => {
  const [one, two, three] = [
    await intraday(1, 1, 2),
    await intraday(2, 3),
    await intraday(3, 4, 5),
  ];
  const printed = async (...files: readonly string[]) =>
    (await command.solano(...IMPORT, ...files)).stdout;
  expect(await printed(two)).toBe('Stored 1 price from 1 file.\n');
  expect(await printed(three, one)).toBe(
    'Stored 2 prices from 1 file.\n1 file is older than what is stored and changes nothing.\n',
  );
  expect(await printed(one, two)).toBe(
    'Stored 0 prices from 0 files.\n2 files are older than what is stored and change nothing.\n',
  );
  expect(await command.json(...IMPORT, one)).toEqual([
    {
      file: 'marginalpibc_2025102601.1',
      market: 'mid_pibc01_spain',
      date: '2025-10-26',
      version: 1,
      rows: 2,
    },
  ]);
});

test('a file that was broken off is rejected', async () => {
  const file = await command.file('marginalpibc_2025102603.1', 'MARGINALPIBC;\n2025;10;26;100;0;9');
  const run = await command.solano(...IMPORT, file);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain(
    'marginalpibc_2025102603.1: line 2: the row does not end with a semicolon\n',
  );
});

test('a prediction of one price is printed in the singular', async () => {
  const file = await command.file('one.csv', 'datetime;price\n2025-10-26 12:00;50\n');
  const { stdout } = await command.solano('prices', 'put', 'spain', 'md_pdbc_spain', file);
  expect(stdout).toBe('Stored 1 predicted price for md_pdbc_spain.\n');
});

test('a prediction whose quantiles cross is rejected with line and reason', async () => {
  const header = 'datetime;price;p10;p90\n';
  const good = '2025-10-26 12:00;50;40;60\n';
  const put = ['prices', 'put', 'spain', 'md_pdbc_spain'];
  const crossing = await command.file('bad.csv', `${header}${good}2025-10-26 12:15;50;61;60\n`);
  const run = await command.solano(...put, crossing, '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain('line 3: p90 is below p10: quantiles must not cross\n');
  const file = await command.file('good.csv', `${header}${good}`);
  expect(await command.json(...put, file)).toMatchObject({ market: 'md_pdbc_spain', rows: 1 });
});

test.each([
  ['in English', 'Title\n\ndatetime;price (EUR/MWh)\n2025-10-26 12:00:00;45.123\n'],
  ['in Spanish', 'sep=;\nFecha;Precio (EUR/MWh)\n2025-10-26 12:00;45.123\n'],
  ['in UTC', 'Data e hora (UTC)\tPreço\n2025-10-26 11:00\t45.123\n'],
])('a prediction of a spreadsheet %s is read, its prices with a decimal point', async (_, text) => {
  const put = ['prices', 'put', 'spain', 'mid_pibc02_spain'];
  const file = await command.file('table.csv', text);
  expect(await command.json(...put, file)).toMatchObject({ rows: 1 });
  const comma = await command.file('comma.csv', text.replace('45.123', '45,1'));
  const run = await command.solano(...put, comma, '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^line \d: (price|Precio|Preço).* is not a number\n$/);
});

test('a file whose first lines name no column is rejected', async () => {
  const file = await command.file('empty.csv', 'a;b\n1;2\n');
  const run = await command.solano('market', 'import', 'wind', file, '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toBe('line 1: no line of the first 50 names the columns\n');
});

describe('realised prices of a CSV file', () => {
  const imported = ['prices', 'import', 'spain', 'mid_pibc01_spain'];
  const hours = (date: string, price: number, count = 24) => {
    const rows = Array.from({ length: count }, (_, i) => {
      return `${date} ${String(i).padStart(2, '0')}:00;${price}\n`;
    });
    return command.file(`${date}.csv`, `datetime;price\n${rows.join('')}`);
  };

  test('realised prices of a CSV file are stored by whole days, and do not replace those of OMIE', async () => {
    const file = await hours('2025-11-12', 40);
    const starts = ['--labels', 'start'];
    const summary = { region: 'spain', market: 'mid_pibc01_spain', days: 1, rows: 24 };
    expect(await command.json(...imported, file, ...starts)).toEqual({ ...summary, replaced: 0 });
    expect(await command.json(...imported, file, ...starts)).toEqual({ ...summary, replaced: 1 });
    const text = 'MARGINALPIBC;\n2025;11;12;1;0;7;\n*\n';
    const omie = await command.file('marginalpibc_2025111201.1', text);
    await command.json('prices', 'import-omie', omie);
    const run = await command.solano(...imported, file, ...starts, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('line 2: 2025-11-12 has prices from OMIE');
    const { stdout } = await command.solano(...imported, file, ...starts, '--replace');
    expect(stdout).toBe(
      'Stored 24 prices of 1 day for mid_pibc01_spain, 1 of them in the place of others.\n',
    );
  });

  test('realised prices of a part of a day are rejected', async () => {
    const run = await command.solano(...imported, await hours('2025-11-13', 40, 23), '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(
      'line 2: 2025-11-12 is not whole: 1 of 24 periods of 60 minutes\n',
    );
    expect(run.stderr).toContain(
      'line 3: 2025-11-13 is not whole: 22 of 24 periods of 60 minutes\n',
    );
  });
});

describe('prices of deviations of a CSV file', () => {
  const imported = ['prices', 'import', 'spain', 'imbalance_spain'];
  const file = (price: number, count = 24) => {
    const rows = Array.from({ length: count }, (_, i) => {
      return `2025-11-12 ${String(i).padStart(2, '0')}:00;${price};${-price}\n`;
    });
    const header = 'fecha;precio desvío a bajar;precio desvío a subir\n';
    return command.file('deviations.csv', `${header}${rows.join('')}`);
  };
  const starts = ['--labels', 'start'];
  const summary = { region: 'spain', market: 'imbalance_spain', days: 1, rows: 24 };

  test('each settlement is kept under its name, and corrected only where that is asked for', async () => {
    expect(await command.json(...imported, await file(40), ...starts)).toEqual({
      ...summary,
      settlement: 'deviations.csv',
      replaced: 0,
      unchanged: 0,
    });
    const c1 = [...starts, '--settlement', 'C1'];
    const { stdout } = await command.solano(...imported, await file(41), ...c1);
    expect(stdout).toBe(
      'Stored C1 of 1 day for imbalance_spain, 1 of them in the place of others.\n',
    );
    const again = await command.solano(...imported, await file(41), ...c1);
    expect(again.stdout).toBe(
      'Stored C1 of 0 days for imbalance_spain, 0 of them in the place of others. 1 day had these prices already.\n',
    );
    const other = await command.solano(...imported, await file(42), ...c1, '--json');
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toBe(
      'line 2: 2025-11-12 has other prices of the settlement C1 (--replace puts these in their place)\n',
    );
    expect(await command.json(...imported, await file(42), ...c1, '--replace')).toMatchObject({
      settlement: 'C1',
      replaced: 1,
    });
  });

  test('prices of deviations of a part of a day are rejected', async () => {
    const run = await command.solano(...imported, await file(40, 23), ...starts, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toBe('line 2: 2025-11-12 is not whole: 23 of 24 periods of 60 minutes\n');
  });

  test('a settlement is named for prices of deviations only', async () => {
    const market = ['prices', 'import', 'spain', 'md_pdbc_spain', await file(1)];
    const run = await command.solano(...market, '--settlement', 'C1');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toBe('--settlement is for imbalance_spain.\n');
  });
});
