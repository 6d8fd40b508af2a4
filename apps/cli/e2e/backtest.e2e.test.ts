import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { QUARTER_MS } from '@solano/domain/kernel';
import { createTestDatabase } from '@solano/tools/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommand } from './solano.ts';

const DAY = '2025-11-12';
/** The day, in Madrid, begins at 23:00 UTC; its day-ahead gate closes at 11:00 UTC. */
const MIDNIGHT = Date.parse('2025-11-11T23:00Z');
const BEFORE_GATE = '2025-11-11T10:59:59Z';
const AT_GATE = '2025-11-11T11:00:00Z';
const QUARTERS = Array.from({ length: 96 }, (_, i) => i);
const halves = (morning: number, afternoon: number) => {
  return QUARTERS.map((quarter) => (quarter < 48 ? morning : afternoon));
};

const opened = new AsyncDisposableStack();
let command: Awaited<ReturnType<typeof openCommand>>;
const backtest = ['strategies', 'backtest', 'Norte', 'ana', 'acme'];
const range = (from: string, to: string) => ['--from', from, '--to', to];

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  command = opened.use(await openCommand(url));
  await command.json('customer', 'add', 'Norte');
  const resale = await command.file('models.json', '[{"idmodel":6,"enabled":true}]');
  await command.json('strategies', 'set', 'Norte', 'ana', 'acme', resale);
  await realise('marginalpdbc_20251112.1', 'MARGINALPDBC;', halves(50, 50));
  await realise('marginalpibc_2025111201.1', 'MARGINALPIBC;', halves(40, 70));
  await predict('md_pdbc_spain', BEFORE_GATE, halves(50, 50));
  await predict('mid_pibc01_spain', BEFORE_GATE, halves(45, 55));
  await predict('mid_pibc01_spain', AT_GATE, halves(1, 1));
});
afterAll(() => opened.disposeAsync());

async function realise(name: string, header: string, prices: readonly number[]): Promise<void> {
  const rows = prices.map((price, i) => `2025;11;12;${i + 1};0;${price};`);
  const file = await command.file(name, [header, ...rows, '*', ''].join('\n'));
  await command.json('prices', 'import-omie', file);
}

async function predict(market: string, at: string, prices: readonly number[]): Promise<void> {
  const rows = prices.map((price, i) => {
    return `${new Date(MIDNIGHT + (i + 1) * QUARTER_MS).toISOString()};${price}`;
  });
  const file = await command.file('prediction.csv', ['datetime;price', ...rows, ''].join('\n'));
  await command.json('prices', 'put', 'spain', market, file, '--generated-at', at);
}

test('a backtest with --json writes totals and days of each model, and the days left out', async () => {
  type Shares = [number, number | null];
  const totals = (cost: number, perMwh: number, saving: number, shares: Shares) => ({
    days: 1,
    mwh: 24,
    cost_eur: cost.toFixed(2),
    cost_eur_per_mwh: perMwh.toFixed(2),
    day_ahead_cost_eur: '1206.00',
    saving_eur: saving.toFixed(2),
    saving_interval_eur: null,
    saving_percent: shares[0],
    against_rule: {
      rule_cost_eur: '1206.00',
      lead_eur: saving.toFixed(2),
      lead_interval_eur: null,
      verdict: 'few_days',
    },
    worst_decile_day: {
      date: DAY,
      saving_eur: saving.toFixed(2),
      saving_eur_per_mw: saving.toFixed(2),
    },
    worst_tenth_mean_eur_per_mw: saving.toFixed(2),
    drawdown: saving < 0 ? { loss_eur: (-saving).toFixed(2), from: DAY, to: DAY } : null,
    bound_saving_eur: expect.stringMatching(/^-?\d+\.\d{2}$/) as string,
    foresight_percent: shares[1],
    by_hour: expect.arrayContaining([expect.objectContaining({ hour: 23, mwh: 1 })]) as object[],
  });
  const document = await command.json(...backtest, ...range('2025-11-11', DAY));
  expect(document).toEqual({
    customer: 'Norte',
    user: 'ana',
    retailer: 'acme',
    from: '2025-11-11',
    to: DAY,
    flat: true,
    fee_eur_per_mwh: 0.25,
    models: expect.arrayContaining([
      { idmodel: 1, name: 'DAY_AHEAD', totals: totals(1206, 50.25, 0, [0, null]), left_out: [] },
      {
        idmodel: 3,
        name: 'CHEAPEST_CAPPED',
        totals: totals(1158, 48.25, 48, [3.98, 100]),
        left_out: [],
      },
      {
        idmodel: 6,
        name: 'SPREAD_RESALE',
        totals: totals(1039.2, 43.3, 166.8, [13.83, 100]),
        left_out: [],
      },
    ]),
    perfect_foresight: totals(1158, 48.25, 48, [3.98, 100]),
    // 24 h × 0.6 × 50.25 + 12 h × 0.4 × (40.25 + 70.25); no day before has a spread
    benchmarks: [
      { name: 'cap_first_auction', totals: totals(1254, 52.25, -48, [-3.98, -100]) },
      {
        name: 'mean_spread_56_days',
        totals: { ...totals(1206, 50.25, 0, [0, 0]), against_rule: null },
      },
    ],
    origins: { predictions: [{ origin: 'backdated', days: 1 }], history: [] },
    days_by_hour: [],
    days: [
      {
        date: DAY,
        sessions: ['MD', 'MID1'],
        models: expect.arrayContaining([
          { idmodel: 1, cost_eur: '1206.00', saving_eur: '0.00' },
          { idmodel: 2, cost_eur: '1227.18', saving_eur: '-21.18' },
          { idmodel: 3, cost_eur: '1158.00', saving_eur: '48.00' },
          { idmodel: 6, cost_eur: '1039.20', saving_eur: '166.80' },
        ]),
        perfect_foresight: { cost_eur: '1158.00', saving_eur: '48.00' },
        benchmarks: [
          { name: 'cap_first_auction', cost_eur: '1254.00', saving_eur: '-48.00' },
          { name: 'mean_spread_56_days', cost_eur: '1206.00', saving_eur: '0.00' },
        ],
      },
    ],
    sessions_left_out: [
      { session: 'MID2', days: 1, dates: [DAY] },
      { session: 'MID3', days: 1, dates: [DAY] },
    ],
    days_left_out: ['2025-11-11'],
    days_without_items: [],
  });
});

describe('a series', () => {
  const saved = async (...args: string[]) => {
    const document = await command.json(...backtest, ...range(DAY, DAY), ...args);
    type Model = { idmodel: number; totals: { saving_eur: string } | null };
    const { flat, models } = document as { flat: boolean; models: Model[] };
    expect(flat).toBe(!args.includes('--series'));
    return Object.fromEntries(models.map(({ idmodel, totals }) => [idmodel, totals?.saving_eur]));
  };

  test('a backtest of a series reads CSV or JSON', async () => {
    const csv = await command.file('series.csv', `datetime;purchase\n${DAY} 10:00;2,5\n`);
    // 40 % of 2.5 MWh for 40 instead of 50.
    expect(await saved('--series', csv)).toMatchObject({ 1: '0.00', 3: '10.00' });
    const items = [{ datetime: `${DAY} 10:00`, purchase: 2.5 }];
    const json = await command.file('series.json', JSON.stringify({ purchase: items }));
    expect(await saved('--series', json)).toMatchObject({ 1: '0.00', 3: '10.00' });
  });

  test('a backtest of a series takes settings from a file or of a version', async () => {
    const settings = await command.file(
      'tried.json',
      '[{"idmodel":3,"parameters":{"caps_percent":{"MID1":20}}}]',
    );
    expect(await saved('--settings', settings)).toMatchObject({ 1: '0.00', 3: '24.00' });
    expect(await saved('--settings-version', '0')).not.toHaveProperty('6');
  });
});

test('a backtest without --json writes a table, and a plot', async () => {
  const plot = join(command.folder, 'plot.svg');
  const run = await command.solano(...backtest, ...range(DAY, DAY), '--plot', plot);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^Backtest for Norte, ana, acme: 2025-11-12 to 2025-11-12\n/);
  expect(run.stdout).toMatch(/^3 CHEAPEST_CAPPED +1 +1158\.00 +48\.25 +1206\.00 +48\.00 +3\.98 %/m);
  expect(run.stdout).toContain('MID3 left out, without realised prices, on 2025-11-12 (1 day).');
  const svg = await readFile(plot, 'utf8');
  expect(svg).toMatch(/^<svg xmlns.*>6 SPREAD_RESALE 166\.80<.*<\/svg>\n$/s);
});

describe('a rejected backtest draws nothing', () => {
  test.each([
    [[...backtest], "required option '--from <day>' not specified"],
    [[...backtest, ...range('2025-02-29', DAY)], '"2025-02-29" is no day'],
    [[...backtest, ...range(DAY, '2999-01-01')], 'The last day, 2999-01-01, is not before today'],
    [
      [...backtest, ...range('2025-11-10', '2025-11-11')],
      'There are no realised day-ahead prices from 2025-11-10 to 2025-11-11.',
    ],
    [[...backtest, ...range(DAY, DAY), '--settings-version', '9'], 'There is no version 9.'],
    [[...backtest, ...range(DAY, DAY), '--series', 'nowhere.csv'], 'nowhere.csv: no such file'],
    [['strategies', 'backtest', 'x', 'y', 'z', ...range(DAY, DAY)], 'There is no customer x.'],
    [
      ['strategies', 'backtest', 'Norte', '', 'z', ...range(DAY, DAY)],
      'Missing required argument: user',
    ],
  ])('a rejected backtest draws nothing with the arguments %j', async (args, message) => {
    const plot = join(command.folder, 'rejected.svg');
    const run = await command.solano(...args, '--plot', plot, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
    await expect(stat(plot)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each([
    ['', 'a folder'],
    ['nowhere/plot.svg', 'cannot be written (no such folder)'],
  ])('a rejected backtest draws nothing at %j', async (name, reason) => {
    const path = join(command.folder, name);
    const run = await command.solano(...backtest, ...range(DAY, DAY), '--plot', path);
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: `${path}: ${reason}\n` });
  });
});
