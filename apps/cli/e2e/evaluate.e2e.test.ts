import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const MD = 'md_pdbc_spain';
const MID1 = 'mid_pibc01_spain';
const DAYS = ['--from', '2026-01-14', '--to', '2026-01-15'];

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  command = opened.use(await openCommand(url));
  for (const [market, realised, predicted] of [
    [MD, '50', '52'],
    [MID1, '53', '60'],
  ] as const) {
    for (const date of ['2026-01-07', '2026-01-13', '2026-01-14']) {
      const file = await hours(date, [realised]);
      await command.json('prices', 'import', 'spain', market, file, '--labels', 'start');
    }
    const file = await hours('2026-01-14', [predicted, '40', '70']);
    const put = ['prices', 'put', 'spain', market, file, '--labels', 'start'];
    await command.json(...put, '--generated-at', '2026-01-13T08:00Z');
  }
});
afterAll(() => opened.disposeAsync());

/** A CSV file of a day's hours: a price, and the quantiles 10 and 90 where they are given. */
function hours(date: string, values: readonly string[]): Promise<string> {
  const header = ['datetime', 'price', 'p10', 'p90'].slice(0, 1 + values.length).join(';');
  const rows = Array.from({ length: 24 }, (_, i) => {
    return `${date} ${String(i).padStart(2, '0')}:00;${values.join(';')}\n`;
  });
  return command.file(`${date}.csv`, `${header}\n${rows.join('')}`);
}

test('an evaluation names its days and compares with simple rules', async () => {
  const output = await command.json('prices', 'evaluate', 'spain', MD, ...DAYS);
  expect(output).toMatchObject({
    region: 'spain',
    market: MD,
    spread_over: null,
    origin: null,
    days: ['2026-01-14'],
    days_left_out: [{ day: '2026-01-15', reason: 'not realised' }],
    origins: { backdated: 1 },
    mae: 2,
    bias: 2,
    mae_interval: null,
    rmae_persistence: null,
    rmae_weekly: null,
    references: { weekly: { rmae: null, interval: null, diebold_mariano: null } },
    coverage: { '50': null, '80': 1, '90': null },
    width: { '80': 30 },
    by_lead_days: [{ lead_days: 1, days: 1, mae: 2 }],
  });
  const { stdout } = await command.solano('prices', 'evaluate', 'spain', MD, ...DAYS);
  expect(stdout).toContain('Mean absolute error 2.00 EUR/MWh');
  expect(stdout).toContain('Predictions: backdated on 1 day.');
});

test('a spread is scored whichever of its markets is named first', async () => {
  for (const [one, other] of [
    [MD, MID1],
    [MID1, MD],
  ] as const) {
    const args = ['prices', 'evaluate', 'spain', one, '--spread', other, ...DAYS];
    const output = await command.json(...args);
    expect(output).toMatchObject({ market: MID1, spread_over: MD, mae: 5, pinball: null });
  }
  for (const other of [MD, 'mid_pibc02_spain']) {
    const one = other === MD ? MD : MID1;
    const run = await command.solano(
      'prices',
      'evaluate',
      'spain',
      one,
      '--spread',
      other,
      ...DAYS,
    );
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toBe(`--spread needs ${MD} and one other market.\n`);
  }
});

test('predictions of another origin do not count, and the picture is drawn', async () => {
  const plot = await command.file('evaluation.svg', '');
  const asked = ['prices', 'evaluate', 'spain', MD, ...DAYS];
  const none = await command.json(...asked, '--origin', 'live');
  expect(none).toMatchObject({ origin: 'live', days: [], mae: null });
  await command.json(...asked, '--origin', 'backdated', '--plot', plot);
  const svg = await readFile(plot, 'utf8');
  expect(svg).toContain('backdated predictions');
  expect(svg).toMatch(/<\/svg>\n$/);
  const run = await command.solano(...asked, '--origin', 'guessed', '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
});

test('days in the wrong order are rejected', async () => {
  const args = ['prices', 'evaluate', 'spain', MD, '--from', '2026-01-15', '--to', '2026-01-14'];
  const run = await command.solano(...args, '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toBe('The last day, 2026-01-14, is before the first, 2026-01-15.\n');
});
