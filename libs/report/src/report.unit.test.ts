import { type ComparedPeriods, REPORT_LANGUAGES } from '@solano/domain/desk';
import { type MonthReport, monthReport, PER_EURO, PER_MWH } from '@solano/domain/desk/report';
import { HOUR_MS, startOfDate } from '@solano/domain/kernel';
import { describe, expect, test } from 'vitest';
import { reportPage, reportSheets } from './index.ts';

const START = startOfDate('2026-10-01');

/** An hour of a day of October: MWh bought and measured, and EUR that the deviation cost. */
function hour(
  day: number,
  at: number,
  [bought, measured, cost]: readonly [number, number, number],
) {
  const start = startOfDate(`2026-10-${String(day).padStart(2, '0')}`) + at * HOUR_MS;
  const period: ComparedPeriods['periods'][number] = {
    start,
    end: start + HOUR_MS,
    bought: BigInt(bought) * PER_MWH,
    forecast: BigInt(bought) * PER_MWH,
    measured: BigInt(measured) * PER_MWH,
    marketCost: BigInt(bought) * 50n * PER_EURO,
    dayAheadCost: BigInt(bought) * 51n * PER_EURO,
    deviationCost: BigInt(cost) * PER_EURO,
    overDayAhead: 0n,
    forecastOverDayAhead: 0n,
  };
  return period;
}

function report(
  fields: Partial<ComparedPeriods> = {},
  portfolio = { user: 'ana', retailer: 'acme' },
): MonthReport {
  const compared = {
    periods: [hour(1, 10, [1234, 1236, 160]), hour(3, 11, [10, 8, -60])],
    missing: [],
    undecided: [],
    sessions: [
      { session: 'MD', restsOn: 'decision', bought: 1000n * PER_MWH, cost: 50_000n * PER_EURO },
      { session: 'MID1', restsOn: 'both', bought: 244n * PER_MWH, cost: 12_200n * PER_EURO },
    ],
    notBought: [],
    ...fields,
  } as const satisfies ComparedPeriods;
  const end = startOfDate('2026-11-01');
  return monthReport({ portfolio, month: '2026-10', start: START, end }, compared, []);
}

/** The texts between tags, without the style. */
function textOf(html: string): string {
  return html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, '\n');
}

const NASTY = { user: '<script>alert("x")</script>', retailer: '"><img src=x onerror=y>&' };

describe('page of a report', () => {
  test('page escapes every text, and loads and runs nothing', () => {
    const session = { restsOn: 'decision', bought: PER_MWH, cost: PER_EURO } as const;
    const fields = {
      sessions: [{ session: '<b>MID9</b>', ...session }],
      notBought: [{ session: '</li><script>', energy: PER_MWH }],
      undecided: ['<i>'],
    };
    const html = reportPage(report(fields, NASTY), 'es');
    expect(html).not.toMatch(/<(script|img|b|i|link|iframe|object|a|form)\b/);
    expect(html).not.toMatch(/<[^>]* (on\w+|src|href|action|style)=|url\(|@import/);
    expect(html).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;');
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    );
  });

  test.each([
    ['en', 'Report of October 2026', '1,244.000', '62,200.00', 'Thu 1'],
    ['es', 'Informe de octubre de 2026', '1.244,000', '62.200,00', 'jue 1'],
    ['pt', 'Relatório de outubro de 2026', '1\u{a0}244,000', '62\u{a0}200,00', 'qui, 1'],
  ] as const)('page in %s has its words, numbers and days', (language, title, mwh, eur, day) => {
    const html = reportPage(report(), language);
    expect(html).toContain(`<html lang="${language}">`);
    for (const text of [title, mwh, eur, day]) expect(textOf(html)).toContain(`\n${text}\n`);
    expect(textOf(html)).not.toMatch(/[{}]|undefined|NaN/);
  });

  test('page says what is compared, missing, undecided, not bought and executed', () => {
    const hours = (from: number, to: number) => ({
      from: START + from * HOUR_MS,
      to: START + to * HOUR_MS,
    });
    const text = textOf(
      reportPage(
        report({
          missing: [
            { ...hours(0, 10), what: 'measurement' },
            { ...hours(5, 7), what: 'decision' },
            { ...hours(20, 21), what: 'measurement' },
          ],
          undecided: ['4f0c', '5f1f'],
          notBought: [{ session: 'MID3', energy: 2n * PER_MWH }],
        }),
        'en',
      ),
    );
    expect(text).toContain('Compared: 2 of the 745 hours of the month.');
    expect(text).toContain('counts in no figure: measured consumption 11 h, decision 2 h.');
    expect(text).toContain('Executed trades count in MID1; elsewhere the decided purchases.');
    expect(text).toContain('Purchases without a decision in time, which do not count: 2.');
    expect(text).toContain('as MID3 was cancelled and no later session covers it: 2.000 MWh.');
    // No cost by the rule is known.
    expect(text).toContain('A price is missing for the rule');
    expect(text).toContain('\n01/10/2026, 00:00\n');
    expect(text).toContain('\n4f0c\n');
  });

  test('page draws bars of the days that are compared, and leaves room for the others', () => {
    const html = reportPage(report(), 'en');
    const [sessions, energy, days, hours, weekdays] = html.match(/<svg.*?<\/svg>/gs) as string[];
    const bars = (svg: string | undefined) => [...(svg ?? '').matchAll(/<rect x=/g)].length;
    // Two of the first are its legend.
    expect([sessions, energy, days, hours, weekdays].map(bars)).toEqual([2, 4 + 2, 2, 2, 2]);
    expect(textOf(days ?? '')).toMatch(/\n1\n.*\n15\n.*\n31\n/s);
    // What costs stands on the line of zero, what brings hangs from it, white.
    const [, zero] = /<path d="M76,([\d.]+)H708" stroke="#222222"/.exec(days ?? '') ?? [];
    const [cost, gain] = [
      ...(days ?? '').matchAll(/ y="([\d.]+)" width="[\d.]+" height="([\d.]+)" (fill="#\w+")/g),
    ];
    expect(Number(cost?.[1]) + Number(cost?.[2])).toBeCloseTo(Number(zero), 1);
    expect(cost?.[3]).toBe('fill="#1b4a72"');
    expect(gain?.slice(1)).toEqual([zero, expect.any(String), 'fill="#ffffff"']);
  });

  test('page of a month without anything has no charts and says so', () => {
    const missing = [{ from: START, to: startOfDate('2026-11-01'), what: 'price' }] as const;
    const html = reportPage(report({ periods: [], sessions: [], missing }), 'en');
    expect(html).not.toContain('<svg');
    expect(textOf(html)).toContain('Compared: 0 of the 745 hours');
  });

  test('page lists 40 rows of what is missing, and how many more there are', () => {
    const missing = Array.from({ length: 43 }, (_, i) => {
      const from = START + 2 * i * HOUR_MS;
      return { from, to: from + HOUR_MS, what: 'price' } as const;
    });
    const text = textOf(reportPage(report({ missing }), 'en'));
    expect(text.match(/\nprice of deviations\n/g)).toHaveLength(40);
    expect(text).toContain('3 more are in the report as xlsx and JSON.');
  });
});

describe('workbook of a report', () => {
  test.each(REPORT_LANGUAGES)(
    'workbook in %s has sheets whose names spreadsheets take',
    (language) => {
      const names = reportSheets(report(), language).map(({ name }) => name);
      expect(new Set(names).size).toBe(8);
      for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
    },
  );

  test.each(REPORT_LANGUAGES)(
    'workbook in %s has a table on each sheet, whose headers are distinct',
    (language) => {
      for (const { isTable, columns } of reportSheets(report(), language)) {
        const headers = columns.map(({ header }) => header.toLowerCase());
        expect([isTable, new Set(headers).size]).toEqual([true, headers.length]);
      }
    },
  );

  test('workbook has numbers as decimal texts, days, and weekdays by name', () => {
    const sheets = reportSheets(report(), 'pt');
    const rows = (name: string) => sheets.find((each) => each.name === name)?.rows;
    expect(rows('Por dia')).toEqual([
      [
        '2026-10-01',
        '1234.000',
        '1236.000',
        '2.000',
        '0.000',
        '61700.00',
        '1542.50',
        null,
        '160.00',
        '0.00',
      ],
      [
        '2026-10-03',
        '10.000',
        '8.000',
        '0.000',
        '2.000',
        '500.00',
        '12.50',
        null,
        '-60.00',
        '0.00',
      ],
    ]);
    expect([...(rows('Por dia da semana') as Iterable<unknown[]>)].map(([day]) => day)).toEqual([
      'quinta-feira',
      'sábado',
    ]);
    expect([...(rows('Por hora do dia') as Iterable<unknown[]>)].map(([at]) => at)).toEqual([
      10, 11,
    ]);
  });
});
