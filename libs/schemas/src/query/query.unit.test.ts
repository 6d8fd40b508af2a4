import { describe, expect, test } from 'vitest';
import { FORECAST_EXPORT_QUERIES, FORECAST_QUERIES } from './forecasts.ts';
import { PortfolioForecastQuery } from './plant-forecasts.ts';
import { GatesQuery, PricesQuery } from './prices.ts';
import { PurchasePath, PurchasesQuery, SubmissionPath } from './purchases.ts';
import { PlantsQuery } from './records.ts';
import { ReportQuery } from './report.ts';
import { StrategiesQuery } from './strategies.ts';

/** The messages of what a schema rejects. */
function messagesOf(result: {
  readonly error?: { readonly issues: readonly { message: string }[] };
}) {
  return result.error?.issues.map(({ message }) => message);
}

describe('the filters of a list of purchases', () => {
  test('the filters of a list of purchases are read with their types', () => {
    const read = PurchasesQuery.parse({
      status: ['failed', 'pending'],
      created_from: '2026-10-25T02:00:00+01:00',
      limit: '1000',
    });
    expect(read).toEqual({
      status: ['failed', 'pending'],
      evaluation: false,
      created_from: '2026-10-25T01:00:00Z',
      limit: 1_000,
    });
  });

  const statuses = 'failed, pending, in_progress, completed';
  test.each([
    [{ status: ['failed', 'done'] }, `Parameter 'status' must be one of: ${statuses}, not "done"`],
    [{ status: [''] }, `Parameter 'status' must be one of: ${statuses}, not ""`],
    [
      { created_from: 'yesterday' },
      `Parameter 'created_from' must be an ISO 8601 date-time, not "yesterday"`,
    ],
    [
      { created_to: '2026-02-30T00:00:00Z' },
      `Parameter 'created_to' must be an ISO 8601 date-time, not "2026-02-30T00:00:00Z"`,
    ],
    [{ limit: '0' }, `Parameter 'limit' must be a whole number, 1 to 1000, not "0"`],
    [{ limit: '1001' }, `Parameter 'limit' must be a whole number, 1 to 1000, not "1001"`],
    [{ limit: '1.5' }, `Parameter 'limit' must be a whole number, 1 to 1000, not "1.5"`],
    [{ limit: '' }, `Parameter 'limit' must be a whole number, 1 to 1000, not ""`],
  ])(
    'the filters of a list of purchases %j are rejected with parameter and value',
    (query, message) => {
      expect(messagesOf(PurchasesQuery.safeParse(query))).toEqual([message]);
    },
  );

  test('an error quotes at most a hundred characters of a bad value', () => {
    const [message] = messagesOf(PurchasesQuery.safeParse({ limit: 'x'.repeat(5_000) })) ?? [];
    expect(message).toContain(`not "${'x'.repeat(100)}…"`);
  });
});

test('a day is rejected from which a range of days would pass the year 9999', () => {
  const message = `Parameter 'day' must be a day such as 2026-11-22, not "9999-12-31"`;
  expect(messagesOf(GatesQuery.safeParse({ day: '9999-12-31' }))).toEqual([message]);
  expect(GatesQuery.parse({ day: '9997-12-31' })).toEqual({ day: '9997-12-31' });
});

test('a day, a month and an instant are rejected whose computation would reach the year 0', () => {
  const portfolio = { retailer_id: 'r' };
  expect(messagesOf(GatesQuery.safeParse({ day: '0002-12-31' }))).toEqual([
    `Parameter 'day' must be a day such as 2026-11-22, not "0002-12-31"`,
  ]);
  expect(messagesOf(ReportQuery.safeParse({ ...portfolio, month: '0001-01' }))).toEqual([
    `Parameter 'month' must be a month such as 2026-11, not "0001-01"`,
  ]);
  const instant = '0001-01-01T00:00:00Z';
  expect(messagesOf(PortfolioForecastQuery.safeParse({ as_of: instant }))).toEqual([
    `Parameter 'as_of' must be an ISO 8601 date-time with an offset, not "${instant}"`,
  ]);
  expect(GatesQuery.parse({ day: '0003-01-01' })).toEqual({ day: '0003-01-01' });
  expect(ReportQuery.parse({ ...portfolio, month: '0003-01' })).toMatchObject({ month: '0003-01' });
  const first = '0003-01-01T00:00:00Z';
  expect(PortfolioForecastQuery.parse({ as_of: first })).toMatchObject({ as_of: first });
});

test('a page of records is read as numbers, and every bad one is named', () => {
  expect(PlantsQuery.parse({ limit: '0', offset: '2147483647' })).toEqual({
    limit: 0,
    offset: 2_147_483_647,
    format: 'json',
  });
  const bad = { limit: '-1', offset: '2147483648', format: 'csv' };
  expect(messagesOf(PlantsQuery.safeParse(bad))).toHaveLength(3);
});

test('a format is the first one by default, and an unknown one is rejected', () => {
  const { latest, custom } = FORECAST_QUERIES;
  expect(latest.parse({})).toEqual({ format: 'json' });
  expect(FORECAST_EXPORT_QUERIES.latest.parse({})).toEqual({ format: 'xlsx' });
  expect(custom.parse({ format: 'csv' })).toEqual({ format: 'csv' });
  for (const format of ['xml', '']) {
    const message = `Unsupported format: ${format}. Use json or csv.`;
    expect(messagesOf(latest.safeParse({ format }))).toEqual([message]);
  }
});

test('the format of prices is sent once', () => {
  expect(PricesQuery.parse({})).toEqual({});
  expect(PricesQuery.parse({ format: ['csv'] })).toEqual({ format: 'csv' });
  const message = 'Unsupported format: csv, json. Use json or csv.';
  expect(messagesOf(PricesQuery.safeParse({ format: ['csv', 'json'] }))).toEqual([message]);
});

test('a missing parameter is named as in the contract', () => {
  expect(messagesOf(SubmissionPath.safeParse({ user: '' }))).toEqual([
    'Missing required URL parameter: user',
  ]);
  expect(messagesOf(StrategiesQuery.safeParse({}))).toEqual([
    'Missing required parameter: retailer_id',
  ]);
  expect(messagesOf(StrategiesQuery.safeParse({ idretailer: 'a\0' }))).toEqual([
    'Unusable text in parameter: retailer_id',
  ]);
});

test('an id means the same in upper case', () => {
  expect(PurchasePath.parse({ user: 'ana', purchase_id: 'ABCD' }).purchase_id).toBe('abcd');
});
