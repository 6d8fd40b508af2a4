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

test('the body of a test message is empty but for its type and time', () => {
  expect(webhookBody({ type: 'webhook.test', timestamp, data: {} })).toBe(
    '{"type":"webhook.test","timestamp":"2026-11-21T10:00:00.000Z","data":{}}',
  );
});
