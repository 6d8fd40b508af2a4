import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import { TestRelay } from '@solano/tools/test-relay';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupClient } from '../src/backup/client.ts';
import { ChangeListener } from '../src/database/change-listener.ts';
import { onOneConnection } from '../src/database/connection.ts';
import { PostgresDatabase } from '../src/database/database.ts';
import { inspectDatabase } from '../src/database/inspect.ts';
import { migrate } from '../src/database/migrate.ts';
import { PostgresJobQueue } from '../src/jobs/queue.ts';

const QUIET = { onWork() {}, onLost() {} };

let file: TestDatabase;

beforeAll(async () => {
  file = await createTestDatabase();
});

afterAll(async () => {
  await file[Symbol.asyncDispose]();
});

/** Every way in which the service opens connections. Each returns what closes them. */
const WAYS: [string, (url: string) => Promise<AsyncDisposable | undefined>][] = [
  ['the pool', (url) => PostgresDatabase.connect(url)],
  ['a backup, whose tables are copied', (url) => BackupClient.connect(url)],
  ['the listener to changes', (url) => new ChangeListener(url).start()],
  ['migrations', (url) => migrate(url).then(() => undefined)],
  ['the inspection of the operator', (url) => inspectDatabase(url).then(() => undefined)],
  [
    'a worker of the queue',
    async (url) => {
      await using database = await PostgresDatabase.connect(file.url);
      const connection = await new PostgresJobQueue(database, url).open(QUIET);
      return { [Symbol.asyncDispose]: () => connection.close() };
    },
  ],
];

test.each(WAYS)('%s asks for sessions that compile nothing', async (_, open) => {
  await using relay = await TestRelay.open(file.url);
  const opened = await open(relay.url);
  await opened?.[Symbol.asyncDispose]();
  expect(relay.openings.length).toBeGreaterThan(0);
  for (const opening of relay.openings) expect(opening).toContain('options\0-c jit=off\0');
});

test.each([
  ['no options', '', '8MB'],
  ['options of its own', '-c jit=on -c temp_buffers=9MB', '9MB'],
])('a session of a URL with %s compiles nothing', async (_, options, buffers) => {
  const url = new URL(file.url);
  if (options) url.searchParams.set('options', options);
  await using database = await PostgresDatabase.connect(url.href);
  const [setting] = await database.run<{ jit: string; buffers: string }>(
    { text: `SELECT current_setting('jit') AS jit, current_setting('temp_buffers') AS buffers` },
    [],
  );
  expect(setting).toEqual({ jit: 'off', buffers });
});

/** PostgreSQL sends the plan of each statement within functions as a notice. */
const EXPLAINING = `
  LOAD 'auto_explain';
  SET auto_explain.log_min_duration TO 0;
  SET auto_explain.log_nested_statements TO on;
  SET auto_explain.log_level TO notice`;

const CLAIM = { room: 4, per_lane: 4, after_lane: '', polls: true, longest_ms: 3_600_000 };
const KEY = { kind: 'a', subject: '1', attempt: 1 };

test('a turn of the queue sorts nothing, and no plan in it has a step that its settings bar', async () => {
  const plans = await onOneConnection(file.url, async (client) => {
    await client.query(`INSERT INTO job (kind, subject, lane, run_at) SELECT 'a', i::text, 'l',
      CASE WHEN i % 2 = 0 THEN now() END FROM generate_series(1, 100) AS i`);
    await client.query(EXPLAINING);
    const saved = { ...KEY, step: '', reason: '', after_ms: 1 };
    const lists = [
      [KEY],
      [saved],
      [KEY],
      [
        { ...CLAIM, kind: 'a' },
        { ...CLAIM, kind: 'b' },
      ],
    ];
    return plansOf(
      client,
      lists.map((list) => JSON.stringify(list)),
    );
  });
  expect(plans.length).toBeGreaterThan(9);
  // PostgreSQL 18 marks what is barred; those before it add 10,000,000,000 to its cost.
  expect(plans.filter((plan) => /\bSort\b|Disabled: true|cost=\d{10}/.test(plan))).toEqual([]);
});

async function plansOf(client: pg.Client, lists: readonly string[]): Promise<string[]> {
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query('SELECT FROM job_turn(1, $1, $2, $3, $4)', [...lists]);
  return plans.filter((plan) => plan.includes('cost='));
}
