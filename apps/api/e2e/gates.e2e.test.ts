import { SCOPES } from '@solano/domain/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from './service.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService({ RATE_LIMIT_PER_MINUTE: '40' });
  ({ key } = await service.customer('Norte'));
});
afterAll(() => service[Symbol.asyncDispose]());

function gates(query = '', options: { key?: string } = { key }) {
  return service.call('GET', `/api/v0/markets/gates${query}`, options);
}

test('the gates of a day are those of its sessions', async () => {
  const response = await gates('?day=2026-03-29');
  expect(response.status).toBe(200);
  expect(response.json).toMatchObject([
    { session: 'MD', closes_at: '2026-03-28T11:00:00.000Z', periods: 92 },
    { session: 'MID1', closes_at: '2026-03-28T14:00:00.000Z', periods: 92 },
    { session: 'MID2', closes_at: '2026-03-28T21:00:00.000Z', periods: 92 },
    {
      session: 'MID3',
      closes_at: '2026-03-29T08:00:00.000Z',
      periods: 48,
      status: expect.any(String),
    },
  ]);
  expect((response.json as object[])[0]).toEqual({
    session: 'MD',
    market: 'md_pdbc_spain',
    day: '2026-03-29',
    closes_at: '2026-03-28T11:00:00.000Z',
    periods: 92,
    first_label: '2026-03-29 00:15',
    last_label: '2026-03-30 00:00',
    status: 'closed',
  });
});

test('the gates of a request without a day are those of today and tomorrow', async () => {
  const days = ((await gates()).json as { day: string }[]).map(({ day }) => day);
  expect(days).toHaveLength(8);
  expect(new Set(days).size).toBe(2);
});

test('an invalid day is rejected with an error naming it', async () => {
  const error = `Parameter 'day' must be a day such as 2026-11-22, not "2026-02-30"`;
  expect(await gates('?day=2026-02-30')).toMatchObject({ status: 400, json: { error } });
});

test('the gates need a key of any scope', async () => {
  expect((await gates('', {})).status).toBe(401);
  expect(SCOPES.length).toBeGreaterThan(1);
});

test('a session that is known to be cancelled is marked in the list and in the calendar', async () => {
  // The session is tomorrow's, which is also in the calendar if it is today by then.
  const { day = '' } = ((await gates()).json as { day?: string }[]).at(-1) ?? {};
  const nothing = { stepMinutes: 15, ends: [], prices: [] };
  const market = 'mid_pibc02_spain';
  const read = async () => {
    const list = (await gates(`?day=${day}`)).json as { session: string; status: string }[];
    const { text } = await service.call('GET', '/api/v0/markets/gates.ics');
    return {
      list: list.flatMap(({ session, status }) => (status === 'cancelled' ? session : [])),
      calendar: text.match(/^UID:MID2-.*\r\n(?:.*\r\n)*?STATUS:CANCELLED/m) !== null,
    };
  };
  expect(await read()).toEqual({ list: [], calendar: false });
  const cancelled = { market, date: day, source: 'omie', version: 1, ...nothing } as const;
  await service.stores.prices.putRealised([cancelled]);
  expect(await read()).toEqual({ list: ['MID2'], calendar: true });
});

test('the calendar of gates needs no key, and is throttled by address', async () => {
  const calendar = () => service.call('GET', '/api/v0/markets/gates.ics');
  const response = await calendar();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.text.match(/BEGIN:VEVENT/g)).toHaveLength(32);
  const statuses: number[] = [];
  for (let i = 0; i < 45; i += 1) statuses.push((await calendar()).status);
  expect(statuses).toContain(429);
});
