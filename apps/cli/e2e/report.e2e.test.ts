import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWorkbook } from '@solano/spreadsheet';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase('template0'));
  command = opened.use(await openCommand(url));
  await command.json('customer', 'add', 'Norte');
});
afterAll(() => opened.disposeAsync());

const REPORT = ['report', 'Norte', 'ana', 'acme', '--month', '2026-02'];
const EMPTY = { user: 'ana', retailer_id: 'acme', month: '2026-02', periods: 0 };

describe('report', () => {
  test('report is JSON on standard output, with and without --json', async () => {
    expect(await command.json(...REPORT)).toMatchObject(EMPTY);
    const { code, json } = await command.solano(...REPORT);
    expect(code).toBe(0);
    expect(json).toMatchObject(EMPTY);
  });

  test('report as html goes to standard output, or to a file', async () => {
    const html = [...REPORT, '--format', 'html', '--lang', 'pt'];
    const { stdout } = await command.solano(...html);
    expect(stdout).toContain('<h1>Relatório de fevereiro de 2026</h1>');
    const file = join(command.folder, 'report.html');
    expect(await command.solano(...html, '--out', file)).toMatchObject({
      code: 0,
      stdout: `The report of 2026-02 is in ${file}.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe(stdout);
  });

  test('report as xlsx goes to a file', async () => {
    const file = join(command.folder, 'report.xlsx');
    const xlsx = [...REPORT, '--format', 'xlsx', '--lang', 'es'];
    expect(await command.json(...xlsx, '--out', file)).toMatchObject(EMPTY);
    const [summary] = readWorkbook(await readFile(file));
    expect(summary?.name).toBe('Resumen');
    expect(await command.solano(...xlsx)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'A report as xlsx needs --out <file>.\n',
    });
  });

  test.each([
    [['--month', '2026-13'], '"2026-13" is no month, such as 2026-11.'],
    [['--month', '2026-02', '--out', '/no/such/folder/r.json'], 'no such folder'],
  ])('report rejects %j with a line that says why', async (options, problem) => {
    const { code, stdout, stderr } = await command.solano(...REPORT.slice(0, 4), ...options);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
  });

  test('report is of a customer that there is', async () => {
    const { code, stderr } = await command.solano('report', 'Sur', ...REPORT.slice(2));
    expect(code).toBe(1);
    expect(stderr).toContain('Sur');
  });
});
