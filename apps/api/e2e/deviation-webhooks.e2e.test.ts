import { anEntry, SOURCE } from '@solano/domain/contracts';
import { RealisedCurves } from '@solano/domain/desk';
import { deviationSchedule } from '@solano/domain/desk/jobs';
import { datesOfMonth, MICRO, QUARTER_MS, quartersOfDate } from '@solano/domain/kernel';
import { CachedImbalance } from '@solano/domain/market';
import { issueKey } from '@solano/domain/service';
import { DeviationEvent } from '@solano/schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';
import { openEndpoint, type Received } from './webhook-endpoint.ts';

const MONTH = '2031-02';
const NOW = new Date('2031-03-01T12:00:00Z');
const PORTFOLIO = { user: 'Añá & co', retailer: 'r/1' };
const EVENTS = ['deviation.published', 'deviation.revised', 'report.ready'];
const QUERY = `retailer_id=${encodeURIComponent(PORTFOLIO.retailer)}`;

let service: TestService;
let key: string;
let customerId: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  const { customer } = await service.customer('Norte');
  customerId = customer.id;
  const scopes = ['webhooks', 'read', 'purchases'];
  key = (await issueKey(service.stores, SOURCE, 'Norte', { scopes })).token;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Each day 1 MW is bought at the day-ahead price, and 2 MW are consumed. */
async function fill(dates: readonly string[]): Promise<void> {
  const { prices, imbalance, trades } = service.stores;
  const source = { stepMinutes: 15, source: 'csv' } as const;
  const known = { settlement: 'C1', knownAt: NOW, ...source };
  for (const date of dates) {
    const ends = quartersOfDate(date);
    const each = (price: number) => ends.map(() => price);
    const market = { market: 'md_pdbc_spain', version: 0, date, ends } as const;
    await prices.putRealised([{ ...market, ...source, prices: each(50_000) }]);
    await imbalance.revise([date], () => [
      { date, short: each(80_000), long: each(30_000), ...known },
    ]);
    const start = (ends[0] ?? 0) - QUARTER_MS;
    const bought = ends.map((end) => {
      return { start: end - QUARTER_MS, minutes: 15, microMw: MICRO, price: 50_000 } as const;
    });
    const delivery = { customerId, portfolio: PORTFOLIO, deliveredAt: NOW };
    await trades.record(delivery, [{ session: 'MD', day: date, trades: bought }], anEntry());
    await measure(start, each(2));
  }
}

async function measure(start: number, megawatts: readonly number[]): Promise<void> {
  const series = { kind: 'consumption', ...PORTFOLIO, group: '' } as const;
  const runs = [{ start, step: 15, microMw: megawatts.map((mw) => mw * MICRO) }] as const;
  const delivery = { customerId, deliveredAt: new Date() };
  await service.stores.measurements.record(delivery, [{ series, runs }], anEntry());
}

/** Looks for what has changed, as one process does. */
function look(): Promise<void> {
  const caches = { realisedCurves: new RealisedCurves(), imbalanceDays: new CachedImbalance() };
  const log = { info() {}, warn() {}, error() {} };
  return deviationSchedule({ ...service.stores, ...caches, clock: () => NOW, log }).run();
}

test('webhooks are sent complete days, what changes of them and the month, as the document describes', async () => {
  await using endpoint = await openEndpoint();
  const body = { url: endpoint.url, events: EVENTS };
  const { json } = await service.call('POST', '/api/v0/webhooks', { key, body });
  const { secret } = json as { secret: string };
  const dates = datesOfMonth(MONTH);
  await fill(dates);
  await Promise.all([look(), look()]);
  await endpoint.until(dates.length + 1);
  await measure(Date.parse('2031-02-09T23:00Z'), [3]);
  await look();
  await endpoint.until(dates.length + 2);
  const messages = endpoint.received.map(({ headers, body: text }: Received) => {
    const message = new Webhook(secret).verify(text, headers as Record<string, string>);
    // Strict: a field by another name would be dropped by the schema.
    expect(DeviationEvent.parse(message)).toEqual(message);
    return DeviationEvent.parse(message);
  });
  const published = messages.flatMap((each) =>
    each.type === 'deviation.published' ? each.data : [],
  );
  expect(published.map(({ day }) => day).toSorted()).toEqual(dates);
  expect(published[0]).toMatchObject({
    user: PORTFOLIO.user,
    retailer_id: PORTFOLIO.retailer,
    bought_mwh: '24.000',
    deviation_cost: '1920.00',
  });
  const ready = messages.flatMap((each) => (each.type === 'report.ready' ? each.data : []));
  expect(ready).toMatchObject([{ month: MONTH }]);
  const report = await service.call('GET', ready[0]?.path ?? '', { key });
  expect(report.json).toMatchObject({ month: MONTH, total: { bought_mwh: '672.000' } });
  const revised = messages.flatMap((each) => (each.type === 'deviation.revised' ? each.data : []));
  const user = encodeURIComponent(PORTFOLIO.user);
  const listed = await service.call(
    'GET',
    `/api/v0/user/${user}/deviation/revisions?${QUERY}&from=${MONTH}-01&to=${MONTH}-28`,
    { key },
  );
  expect(listed.json).toMatchObject([
    { day: '2031-02-10', changed_at: NOW.toISOString(), difference: { measured_mwh: '0.250' } },
  ]);
  expect(listed.json).toMatchObject(
    revised.map(({ day, revision, before, after }) => ({ day, revision, before, after })),
  );
});

test('a list of revisions has 1,100 days at most', async () => {
  const path = `/api/v0/user/ana/deviation/revisions?${QUERY}&from=2028-02-25&to=2031-03-01`;
  expect(await service.call('GET', path, { key })).toMatchObject({
    status: 400,
    json: { error: 'The response would have more than 1100 days: ask for fewer.' },
  });
});
