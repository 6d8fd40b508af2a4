import { labelOf } from '@solano/domain/kernel';
import { TestPrices } from '@solano/domain/test/prices';
import { csvTable } from '@solano/domain/test/table';
import { describe, expect, test } from 'vitest';
import type { Session } from '../markets/sessions.ts';
import { rulesOfSession } from '../markets/sessions.ts';
import { coveredQuarters } from './past-errors.ts';
import type { RealisedPrices } from './prices.ts';
import { importRealised, readRealised } from './realised-file.ts';

const DAY = '2026-02-10';
const NEXT = '2026-02-11';
const IMPORTED_AT = new Date('2026-02-12T12:00:00Z');

/** Rows of all that a session covers of a day, `datetime;price` by place, from line 2 on. */
function rowsOf(date: string, session: Session = 'MD', minutes = 15): string[] {
  const ends = coveredQuarters(rulesOfSession(session), date);
  const step = minutes / 15;
  return ends
    .filter((_, i) => i % step === step - 1)
    .map((end, i) => `${new Date(end).toISOString()};${i}.5`);
}

function read(rows: readonly string[], session: Session = 'MD', labels: 'end' | 'start' = 'end') {
  return readRealised(rulesOfSession(session), csvTable('datetime;price', rows), labels).days;
}

function importInto(prices: TestPrices, rows: readonly string[], replace = false) {
  const deps = { prices, clock: () => IMPORTED_AT };
  return importRealised(deps, rulesOfSession('MD'), csvTable('datetime;price', rows), {
    labels: 'end',
    replace,
  });
}

async function stored(prices: TestPrices): Promise<RealisedPrices[]> {
  const days: RealisedPrices[] = [];
  for await (const day of prices.realised('md_pdbc_spain', DAY, NEXT)) days.push(day);
  return days.reverse();
}

const problems = (...lines: readonly string[]) => {
  return expect.objectContaining({ code: 'invalid_rows', problems: lines }) as Error;
};

describe('days that are read', () => {
  test('days are of Madrid, in order, of the source csv, each with its own step', () => {
    const rows = [...rowsOf(NEXT), ...rowsOf(DAY, 'MD', 60).reverse()];
    const days = read(rows);
    expect(days.map(({ date, stepMinutes, ends }) => [date, stepMinutes, ends.length])).toEqual([
      [DAY, 60, 24],
      [NEXT, 15, 96],
    ]);
    expect(days[0]).toMatchObject({ market: 'md_pdbc_spain', source: 'csv', version: 0 });
    expect(days[0]?.prices.slice(0, 2)).toEqual([500, 1_500]);
    expect(labelOf(days[1]?.ends.at(-1) as number)).toBe('2026-02-12 00:00');
  });

  test.each([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
    [DAY, 96],
  ])('days have on %s %d quarter hours', (date, count) => {
    expect(read(rowsOf(date))[0]?.ends).toHaveLength(count);
  });

  test('days may be labelled by the starts of their periods', () => {
    const starts = coveredQuarters(rulesOfSession('MD'), DAY).map((end) => {
      return `${new Date(end - 900_000).toISOString()};1`;
    });
    expect(read(starts, 'MD', 'start')).toMatchObject([{ date: DAY }]);
    expect(read(starts, 'MD', 'start')[0]?.ends).toEqual(
      coveredQuarters(rulesOfSession('MD'), DAY),
    );
  });

  test('days of an afternoon session are whole without the morning', () => {
    expect(read(rowsOf(DAY, 'MID3'), 'MID3')[0]?.ends).toHaveLength(48);
  });
});

describe('days that are rejected', () => {
  test('days that are not whole are rejected by their first row', () => {
    const rows = [...rowsOf(NEXT, 'MD', 60), ...rowsOf(DAY)];
    const holes = rows.filter((_, i) => i !== 3 && i !== 30);
    expect(() => read(holes)).toThrow(
      problems(
        `line 2: ${NEXT} is not whole: 23 of 24 periods of 60 minutes`,
        `line 25: ${DAY} is not whole: 95 of 96 periods of 15 minutes`,
      ),
    );
  });

  test('days are rejected row by row where the session does not cover them', () => {
    const rows = [`${DAY} 12:00;1`, ...rowsOf(DAY, 'MID3')];
    expect(() => read(rows, 'MID3')).toThrow(
      problems(`line 2: the period is not one that mid_pibc03_spain has on ${DAY}`),
    );
  });

  test('days have no periods of three quarters of an hour', () => {
    expect(() => read(rowsOf(DAY, 'MD', 45))).toThrow(
      problems(`line 2: ${DAY} has periods of 45 minutes`),
    );
  });

  test('days are not examined before every row can be read', () => {
    const rows = ['x;1', ...rowsOf(DAY).slice(5), `${DAY} 12:00;y`];
    expect(() => read(rows)).toThrow(
      problems(
        'line 2: datetime is neither ISO 8601 with an offset nor YYYY-MM-DD HH:MM in Madrid',
        'line 94: price is not a number',
      ),
    );
    expect(() => read([])).toThrow(problems('line 2: there are no rows'));
  });
});

describe('an import', () => {
  test('an import stores the days, replaces the same ones, and deletes synthetic ones', async () => {
    const prices = new TestPrices();
    const synthetic = prices.seenBy('demo').realise('MD', '2026-02-09', 1);
    const first = await importInto(prices, rowsOf(DAY));
    expect([first.days.length, first.replaced]).toEqual([1, 0]);
    const rows = [...rowsOf(DAY, 'MD', 60), ...rowsOf(NEXT)];
    const second = await importInto(prices, rows);
    expect([second.days.length, second.replaced]).toEqual([2, 1]);
    expect(await stored(prices)).toEqual(second.days);
    expect(await stored(synthetic)).toEqual(second.days);
  });

  test('an import keeps prices from OMIE, and names those days', async () => {
    const prices = new TestPrices().realise('MD', DAY, 1).realise('MD', NEXT, 2);
    const before = await stored(prices);
    const rows = [...rowsOf(NEXT), ...rowsOf(DAY), ...rowsOf('2026-02-12')];
    await expect(importInto(prices, rows)).rejects.toEqual(
      problems(
        `line 98: ${DAY} has prices from OMIE (--replace puts these in their place)`,
        `line 2: ${NEXT} has prices from OMIE (--replace puts these in their place)`,
      ),
    );
    expect(await stored(prices)).toEqual(before);
    const { days, replaced } = await importInto(prices, rows, true);
    expect([days.length, replaced]).toEqual([3, 2]);
    expect(await stored(prices)).toEqual(days.slice(0, 2));
  });

  test('an import is superseded by what OMIE publishes later', async () => {
    const prices = new TestPrices();
    const { days } = await importInto(prices, rowsOf(DAY));
    const published = { ...(days[0] as RealisedPrices), source: 'omie', version: 1 } as const;
    await prices.putRealised([published]);
    expect(await stored(prices)).toEqual([published]);
  });
});
