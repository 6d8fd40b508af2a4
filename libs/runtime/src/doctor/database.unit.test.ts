import { expect, test } from 'vitest';
import { databaseFindings } from './database.ts';

const GOOD = { version: 180_004, clockAheadMs: 0, isReadOnly: false, mayCreate: true };

test('a writable database of PostgreSQL 15 or newer has no problem', () => {
  for (const version of [150_000, 180_004]) {
    const statuses = databaseFindings({ ...GOOD, version }).map(({ status }) => status);
    expect(statuses).toEqual(['ok', 'ok', 'ok']);
  }
});

test.each([
  [{ version: 149_999 }, 'database', 'It is PostgreSQL 14.9999: 15 or newer is needed.'],
  [{ clockAheadMs: 90_000 }, 'clock of the database', /^It is 90.0 s ahead .* NTP/],
  [{ isReadOnly: true }, 'database writes', /^The database is read-only/],
  [{ mayCreate: false }, 'database writes', /may not create tables: make it the owner/],
])('a database of which %j is a problem', (state, check, message) => {
  const problems = databaseFindings({ ...GOOD, ...state }).filter(({ status }) => status !== 'ok');
  expect(problems).toMatchObject([{ check, status: 'problem' }]);
  expect(problems[0]?.message).toMatch(message);
});
