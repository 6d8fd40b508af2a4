import { randomUUID } from 'node:crypto';
import { SOURCE } from '@solano/domain/contracts';
import { deliveryTimes, readSeries, submitPurchase } from '@solano/domain/desk';
import { addCustomer } from '@solano/domain/service';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { openCommand } from './solano.ts';

test('purchases resubmit adds the missing jobs of pending purchases', async () => {
  await using file = await createTestDatabase();
  await using database = await PostgresDatabase.connect(file.url);
  const id = await addPending(database);
  await database.run({ text: 'DELETE FROM job' }, []);
  await using command = await openCommand(file.url);
  const run = await command.process('purchases', 'resubmit', '--json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toEqual({ resubmitted: 1 });
  const jobs = await database.run({ text: 'SELECT kind, subject, run_at FROM job' }, []);
  expect(jobs).toEqual([{ kind: 'purchase', subject: id, run_at: null }]);
  const text = `SELECT actor LIKE 'operator %' AS "isOperator", subject FROM audit_entry
    WHERE action = 'purchases.resubmit'`;
  const entries = await database.run({ text }, []);
  expect(entries).toEqual([{ isOperator: true, subject: '1 purchases' }]);
});

/** A purchase that no process works on. */
async function addPending(database: PostgresDatabase): Promise<string> {
  const ports = { clock: () => new Date(), newId: () => randomUUID() };
  const deps = { ...postgresStores(database), ...ports, maxWaitingPurchases: 0 };
  const { id: customerId } = await addCustomer(deps, SOURCE, 'Norte');
  const items = [{ datetime: '2031-05-05 10:00', purchase: 1 }];
  const series = JSON.stringify(items);
  const author = { actor: 'key k', origin: '', requestId: null };
  const who = { customerId, user: 'ana', retailer: 'acme', author };
  const times = deliveryTimes(readSeries(items));
  return (await submitPurchase(deps, { ...who, rows: items.length, ...times, series })).id;
}
