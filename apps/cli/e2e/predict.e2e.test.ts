import { setTimeout as pause } from 'node:timers/promises';
import { dateAfter, dateAt, datesBetween, MINUTE_MS, quartersOfDate } from '@solano/domain/kernel';
import { MARKETS } from '@solano/domain/market';
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

const predict = ['prices', 'predict'];
const old = [...predict, '--allow-stale'];
const evaluation = (market: string) => {
  return { market, days: 0, dates: [], mae: null, mae_persistence: null };
};

interface Stored {
  readonly market: string;
  readonly generated_at: string;
  readonly rows: number;
}

/** OMIE's day-ahead file of a day, with one price throughout. */
async function dayFile(date: string, price: number): Promise<string> {
  const day = date.replaceAll('-', ';');
  const rows = quartersOfDate(date).map((_, i) => `${day};${i + 1};0;${price};\n`);
  const name = `marginalpdbc_${date.replaceAll('-', '')}.1`;
  return command.file(name, `MARGINALPDBC;\n${rows.join('')}*\n`);
}

const DAY_AHEAD = 'md_pdbc_spain';
/** The evaluation of a market without prices. */
const notPredicted = (market: string) =>
  `No prediction of ${market}: 0 of the last 60 days have realised prices, and 28 are needed.\n`;

/** Returns the number of quarter hours of the days from that of an instant on. */
function rowsFrom(instant: string, days: number): number {
  const today = dateAt(Date.parse(instant));
  const dates = Array.from({ length: days }, (_, i) => dateAfter(today, i));
  return dates.reduce((sum, date) => sum + quartersOfDate(date).length, 0);
}

test('a prediction without prices is rejected', async () => {
  const run = await command.process(...predict, '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain('No realised prices to predict from: import OMIE files first.\n');
  expect(await command.json(...predict, '--evaluate')).toEqual(MARKETS.map(evaluation));
});

test('a prediction from fewer than 28 days is rejected', async () => {
  const files: string[] = [];
  for (const date of datesBetween('2025-10-23', '2025-11-18')) files.push(await dayFile(date, 10));
  await command.json('prices', 'import-omie', ...files);
  const run = await command.solano(...old);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain(
    `No prediction of ${DAY_AHEAD}: 27 of the last 60 days have realised prices, and 28 are needed.`,
  );
});

/** The tests wait for midnight if it is this close: their hindcasts are of days before the same one. */
const LAST_MINUTES_MS = 3 * MINUTE_MS;

describe('a prediction from day-ahead files alone', () => {
  beforeAll(async () => {
    const untilMidnight = Number(quartersOfDate(dateAt(Date.now())).at(-1)) - Date.now();
    if (untilMidnight < LAST_MINUTES_MS) await pause(untilMidnight);
    const files = [await dayFile('2025-10-22', 10)];
    files.push(await dayFile('2025-11-19', 20), await dayFile('2025-11-20', 40));
    await command.json('prices', 'import-omie', ...files);
  });

  test('the day-ahead market is predicted, and the others are named', async () => {
    const stored = (await command.json(...old)) as Stored[];
    const at = stored[0]?.generated_at ?? '';
    const made = { origin: 'live', inputs_until: '2025-11-20T23:00:00.000Z' };
    const members = [{ name: 'baseline', weight: 1 }];
    const trace = { inputs: ['prices'], members, fits: [] };
    const rows = rowsFrom(at, 7);
    expect(stored).toEqual([{ market: DAY_AHEAD, generated_at: at, ...made, rows, trace }]);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    const text = await command.process(...old, '--days', '14');
    expect(text.code).toBe(0);
    expect(text.stderr).toBe(MARKETS.slice(1).map(notPredicted).join(''));
    const [first, ...lines] = text.stdout.trimEnd().split('\n');
    expect(first).toBe('From day-ahead prices up to 2025-11-20.');
    expect(lines.map((line) => line.replace(/ \d+/, ' n'))).toEqual([
      ...MARKETS.map((market) => `Stored n predicted prices for ${market}.`),
      'Members by weight: baseline n %; from prices.',
    ]);
    const traced = (await command.json('prices', 'trace', 'spain', DAY_AHEAD)) as object;
    expect(traced).toMatchObject({ origin: 'live', trace: { inputs: ['prices'] }, models: [] });
    const early = ['--as-of', '2001-01-01T00:00Z'];
    const none = await command.solano('prices', 'trace', 'spain', 'md_pdbc_spain', ...early);
    expect(none.stderr).toContain('There is no prediction of md_pdbc_spain by then.');
  });

  test.each([[[]], [['--json']]])('old prices yield no prediction: %j', async (json) => {
    const run = await command.solano(...predict, '--days', '1', ...json);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('The newest day-ahead prices are of 2025-11-20 and end more');
    expect(run.stderr).toContain('--allow-stale');
  });

  test('the error is printed', async () => {
    // 27 days without an error, then one of 10: 10 was predicted for 20. For 40 were
    // 0.1 × 10 + 0.9 × (20 + 14 × 10) / 15 + 0.7 × 10 = 17.6. Persistence is off by 10 and 20.
    expect(await command.json(...predict, '--evaluate')).toEqual([
      {
        market: 'md_pdbc_spain',
        days: 29,
        dates: datesBetween('2025-10-23', '2025-11-20'),
        mae: 1.12,
        mae_persistence: 1.03,
      },
      ...MARKETS.slice(1).map(evaluation),
    ]);
    const { stdout } = await command.solano(...predict, '--evaluate');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'md_pdbc_spain: mean absolute error 1.12 EUR/MWh, persistence 1.03, ratio 1.08, over 2025-10-23 to 2025-11-20 (29 days).',
      'mid_pibc01_spain: not enough realised prices.',
    ]);
  });

  test('past days are hindcast, once', async () => {
    const yesterday = dateAfter(dateAt(Date.now()), -1);
    const since = ['--since', dateAfter(yesterday, -1), '--days', '1'];
    const stored = (await command.json(...old, ...since)) as Stored[];
    const hindcasts = stored.slice(0, -1);
    expect(hindcasts.map(({ market }) => market)).toEqual([DAY_AHEAD, DAY_AHEAD]);
    for (const { generated_at: at } of hindcasts) {
      const options = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Madrid' } as const;
      expect(new Date(at).toLocaleTimeString('en-GB', options)).toBe('09:00');
    }
    expect(await command.json(...old, ...since)).toHaveLength(1);
    const { stdout } = await command.solano(...old, ...since);
    expect(stdout).toContain('predicted prices for md_pdbc_spain, and no hindcasts.\n');
  });

  test('the first hindcast is printed', async () => {
    const since = dateAfter(dateAt(Date.now()), -3);
    const run = await command.solano(...old, '--since', since, '--days', '1');
    // The two days after it have been hindcast.
    expect(run.stdout).toMatch(/ for md_pdbc_spain, and hindcasts of 1 day from .* on\.$/m);
    expect(run.stdout).toContain(`from ${since} on.`);
  });

  test('a hindcast may end before today, and days that are too old for it are named', async () => {
    const range = ['--since', '2025-11-21', '--until', '2025-11-27', '--days', '1'];
    const run = await command.solano(...predict, ...range);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(
      'Stored hindcasts of 4 days from 2025-11-21 on for md_pdbc_spain.\n',
    );
    expect(run.stderr).toContain(
      'Not hindcast, as the day-ahead prices known then ended more than 3 days before (--allow-stale): 2025-11-25 to 2025-11-27 (3 days).\n',
    );
    expect(run.stderr).toContain(
      'Not hindcast for mid_pibc01_spain, as too few days had realised prices then: 2025-11-21 to 2025-11-24 (4 days).\n',
    );
  });

  test.each([
    [['--until', '2025-11-27'], '--until needs --since.'],
    [['--days', '0'], '"0" is no number of days: write a whole number from 1 to 14.'],
    [['--days', '15'], '"15" is no number of days'],
    [['--days', '1.5'], '"1.5" is no number of days'],
    [['--days', ''], '"" is no number of days'],
    [['--since', '2025-02-30'], '"2025-02-30" is no day, such as 2026-11-22.'],
    [['--since', '2999-01-01'], 'The day 2999-01-01 is not before today'],
    [['--evaluate', '--days', '3'], "option '--evaluate' cannot be used with"],
    [['--evaluate', '--days', '7'], "option '--evaluate' cannot be used with"],
    [['--evaluate', '--since', '2025-11-19'], "option '--evaluate' cannot be used with"],
  ])('the arguments %j are rejected', async (options, message) => {
    const run = await command.solano(...predict, ...options, '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

test('recent prices cause no warning', async () => {
  const tomorrow = dateAfter(dateAt(Date.now()), 1);
  const files: string[] = [];
  for (const date of datesBetween(dateAfter(tomorrow, -27), tomorrow)) {
    files.push(await dayFile(date, 50));
  }
  await command.json('prices', 'import-omie', ...files);
  const run = await command.solano(...predict);
  expect(run.code).toBe(0);
  expect(run.stderr).not.toContain('import newer');
  expect(run.stdout).toContain(`From day-ahead prices up to ${tomorrow}.\n`);
});
