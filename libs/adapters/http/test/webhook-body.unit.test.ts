import { expect, test } from 'vitest';
import { webhookBody } from '../src/webhook-body.ts';

const timestamp = new Date('2026-11-21T10:00:00Z');
const purchase = {
  id: 'p1',
  user: 'ana',
  retailer: 'r1',
  status: 'completed',
  error: '',
  rows: 2,
  createdAt: new Date('2026-11-21T09:00:00Z'),
  updatedAt: timestamp,
} as const;
const data =
  '{"id":"p1","user":"ana","retailer_id":"r1","status":"completed","error":"","rows_uploaded":2,' +
  '"created_at":"2026-11-21T09:00:00.000Z","updated_at":"2026-11-21T10:00:00.000Z"';

test('the body of a message about a purchase has the names of the API', () => {
  expect(webhookBody({ type: 'purchase.completed', timestamp, data: purchase })).toBe(
    `{"type":"purchase.completed","timestamp":"2026-11-21T10:00:00.000Z","data":${data}}}`,
  );
});

test('the body of a message about a decision has the decision behind the purchase', () => {
  const decision = { idmodel: 3, note: 'fits', decidedAt: timestamp, decidedBy: 'key k1' };
  expect(
    webhookBody({ type: 'purchase.decided', timestamp, data: { ...purchase, decision } }),
  ).toBe(
    `{"type":"purchase.decided","timestamp":"2026-11-21T10:00:00.000Z","data":${data},` +
      '"decision":{"idmodel":3,"note":"fits","decided_at":"2026-11-21T10:00:00.000Z","decided_by":"key k1"}}}',
  );
});

test('the body of a message about prices has nulls for what is not known', () => {
  const day = {
    region: 'spain',
    market: 'md_pdbc_spain',
    session: 'MD',
    day: '2026-11-23',
    status: 'missing',
    source: null,
    revision: null,
    expectedAt: new Date('2026-11-22T12:30:00Z'),
  } as const;
  expect(webhookBody({ type: 'prices.late', timestamp, data: day })).toBe(
    '{"type":"prices.late","timestamp":"2026-11-21T10:00:00.000Z","data":{"region":"spain",' +
      '"market":"md_pdbc_spain","session":"MD","day":"2026-11-23","status":"missing","source":null,' +
      '"revision":null,"expected_at":"2026-11-22T12:30:00.000Z"}}',
  );
});

test('the body of a message about a gate says when it closes', () => {
  const gate = {
    id: 'p1',
    user: 'ana',
    retailer: 'r1',
    session: 'MD',
    market: 'md_pdbc_spain',
    day: '2026-11-23',
    closesAt: new Date('2026-11-22T11:00:00Z'),
    minutesLeft: 59,
  } as const;
  expect(webhookBody({ type: 'gate.closing', timestamp, data: gate })).toBe(
    '{"type":"gate.closing","timestamp":"2026-11-21T10:00:00.000Z","data":{"id":"p1","user":"ana",' +
      '"retailer_id":"r1","session":"MD","market":"md_pdbc_spain","day":"2026-11-23",' +
      '"closes_at":"2026-11-22T11:00:00.000Z","minutes_left":59}}',
  );
});

test('the body of a message about a deviation has the names of the API, also within what was before', () => {
  const figures = {
    periods: 96,
    boughtMwh: '24.000',
    measuredMwh: '24.500',
    shortMwh: '1.000',
    longMwh: '0.500',
    marketCost: '1206.00',
    deviationCost: '65.00',
    costOverDayAhead: '40.00',
    volumeShort: '30.00',
    volumeLong: '10.00',
    correction: '0.00',
    marketChoice: '6.00',
  };
  const about = { user: 'ana', retailer: 'r1', day: '2026-11-10', revision: 2 };
  const data = { ...about, before: figures, after: null };
  expect(webhookBody({ type: 'deviation.revised', timestamp, data })).toBe(
    '{"type":"deviation.revised","timestamp":"2026-11-21T10:00:00.000Z","data":{"user":"ana",' +
      '"retailer_id":"r1","day":"2026-11-10","revision":2,"before":{"periods":96,"bought_mwh":"24.000",' +
      '"measured_mwh":"24.500","short_mwh":"1.000","long_mwh":"0.500","market_cost":"1206.00",' +
      '"deviation_cost":"65.00","cost_over_day_ahead":"40.00","volume_short":"30.00",' +
      '"volume_long":"10.00","correction":"0.00","market_choice":"6.00"},"after":null}}',
  );
});

test('the body of a test message is empty but for its type and time', () => {
  expect(webhookBody({ type: 'webhook.test', timestamp, data: {} })).toBe(
    '{"type":"webhook.test","timestamp":"2026-11-21T10:00:00.000Z","data":{}}',
  );
});
