import { createTestDatabase } from '@solano/tools/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { knownMigrations, migrate } from '../src/database/migrate.ts';

const MIGRATION = '20261122053536_price_scope_origin';

/** Madrid days: predictions of ten days from that of their generation on, or of a week. */
const PREDICTIONS = `
  INSERT INTO customer (id, name, permissions) VALUES (gen_random_uuid(), 'demo', '{}');
  INSERT INTO audit_entry (at, actor, action, subject, origin) VALUES
    ('2026-11-21T10:01Z', 'cli', 'prices.put', 'put 2026-11-21T10:00:00.123Z', 'host'),
    ('2026-11-21T10:10Z', 'cli', 'prices.put', 'late 2026-11-21T10:00:00.123Z', 'host');
  INSERT INTO price_prediction (market, generated_at, step_minutes, first, last, ends, prices)
  SELECT market, generated_at::timestamptz, step, first::timestamptz, last::timestamptz,
    ARRAY[last::timestamptz], ARRAY[price::numeric]
  FROM (VALUES
    ('now', '2026-11-21T10:00:00.123Z', 15, '2026-11-20T23:00Z', '2026-11-30T23:00Z', '7.25'),
    ('week', '2026-08-23T07:00:00.003Z', 15, '2026-09-13T22:00Z', '2026-09-20T22:00Z', '7.25'),
    ('put', '2026-11-21T10:00:00.123Z', 15, '2026-11-20T23:00Z', '2026-11-30T23:00Z', '7.25'),
    ('late', '2026-11-21T10:00:00.123Z', 15, '2026-11-20T23:00Z', '2026-11-30T23:00Z', '7.25'),
    ('mills', '2026-11-21T10:00:00.123Z', 15, '2026-11-20T23:00Z', '2026-11-30T23:00Z', '7.255'),
    ('hours', '2026-11-21T10:00:00.123Z', 60, '2026-11-20T23:00Z', '2026-11-30T23:00Z', '7.25'),
    ('short', '2026-11-21T10:00:00.123Z', 15, '2026-11-20T23:00Z', '2026-11-29T23:00Z', '7.25'),
    ('hindcast', '2026-11-20T08:00:00Z', 15, '2026-11-20T23:00Z', '2026-11-27T23:00Z', '7.255')
  ) AS given (market, generated_at, step, first, last, price);
  INSERT INTO realised_price (market, date, version, step_minutes, ends, prices) VALUES
    ('m', '2026-11-20', 0, 15, '{}', '{}'), ('m', '2026-11-21', 1, 15, '{}', '{}')`;

test('an upgrade deletes the synthetic prices that all customers saw, and no others', async () => {
  await using database = await createTestDatabase('template0');
  const client = new pg.Client(database.url);
  try {
    const earlier = (await knownMigrations()).filter((name) => name < MIGRATION);
    await migrate(database.url, undefined, earlier);
    await client.connect();
    await client.query(PREDICTIONS);
    await migrate(database.url);
    const kept = await client.query(
      'SELECT market, origin, owner, inputs_until FROM price_prediction ORDER BY market',
    );
    const row = (market: string, origin: string) => {
      return { market, origin, owner: 'market', inputs_until: null };
    };
    expect(kept.rows).toEqual([
      row('hindcast', 'hindcast'),
      row('hours', 'live'),
      row('late', 'backdated'),
      row('mills', 'live'),
      row('put', 'imported'),
      row('short', 'live'),
    ]);
    const days = await client.query('SELECT version, source, owner FROM realised_price');
    expect(days.rows).toEqual([{ version: 1, source: 'omie', owner: 'market' }]);
  } finally {
    await client.end();
  }
});
