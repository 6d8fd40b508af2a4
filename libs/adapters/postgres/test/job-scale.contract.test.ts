import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { PostgresDatabase } from '../src/database/database.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';

const QUIET = { onWork() {}, onLost() {} };
const HOUR_MS = 3_600_000;
const CLAIM = { kind: 'k', limit: 4, concurrencyPerLane: 4, afterLane: '', maxDelayMs: HOUR_MS };

interface Reads {
  readonly sequential: number;
  readonly rows: number;
}

test('a claim reads only the jobs that it takes of 100,000 that wait, along its indexes', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const run = <Row>(text: string) => database.run<Row>({ text }, []);
  // A thousand lanes, and as many jobs that wait for the clock: on a busy machine too many for one statement.
  for (let added = 0; added < 200_000; added += 20_000) {
    await run(`INSERT INTO job (kind, subject, lane, run_at)
      SELECT 'k', i::text, 'lane ' || i % 1000, CASE WHEN i % 2 = 0 THEN now() + interval '50 min' END
      FROM generate_series(${added + 1}, ${added + 20_000}) AS i`);
  }
  const reads = async () => {
    const [row] = await run<Reads>(`SELECT seq_scan::int AS sequential,
      (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables WHERE relname = 'job'`);
    return row as Reads;
  };
  await run('SELECT pg_stat_force_next_flush()');
  const before = await reads();

  const connection = await new PostgresJobQueue(database, file.url).open(QUIET);
  const report = { ended: [], saved: [], due: [], claims: [CLAIM] };
  const taken = await connection.reportAndClaim(report);
  const more = await connection.reportAndClaim({
    ...report,
    claims: [{ ...CLAIM, afterLane: 'lane 11' }],
  });
  await connection.close();

  expect(new Set([...taken, ...more].map(({ lane }) => lane)).size).toBe(8);
  // A connection reports its statistics when it ends.
  await expect.poll(async () => (await reads()).rows).toBeGreaterThan(before.rows);
  const after = await reads();
  expect(after.sequential).toBe(before.sequential);
  expect(after.rows - before.rows).toBeLessThan(500);
});
