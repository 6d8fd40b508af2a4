import { randomUUID } from 'node:crypto';
import type { PurchaseWorkflow } from '@solano/domain';
import { addCustomer, SolanoError, submitPurchase } from '@solano/domain';
import { SOURCE } from '@solano/domain/contracts';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { silent } from '@solano/tools/test-engine';
import { expect, test, vi } from 'vitest';
import { openCommand } from './solano.ts';

// A cluster that cannot be reached.
vi.stubEnv('TEMPORAL_ADDRESS', '127.0.0.1:1');
vi.stubEnv('CALLBACK_SECRET', 'not a secret: that of a test of the command');

test('purchases resubmit says why the engine takes none', async () => {
  await using database = await createTestDatabase();
  await addPending(database.url);
  await using command = await openCommand(database.url);
  const run = await command.solano('purchases', 'resubmit', '--json');
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^The workflow engine .* at the moment\. .*ECONNREFUSED.*$/m);
});

/** A purchase that no engine has. */
async function addPending(databaseUrl: string): Promise<void> {
  await using database = await PostgresDatabase.connect(databaseUrl);
  const away = () => Promise.reject(new SolanoError('engine_unavailable', 'Away.'));
  const workflow: PurchaseWorkflow = { submit: away, check: away };
  const ports = { clock: () => new Date(), newId: () => randomUUID(), log: silent };
  const deps = { ...postgresStores(database), ...ports, workflow };
  const { id: customerId } = await addCustomer(deps, SOURCE, 'Norte');
  const items = [{ datetime: '2031-05-05 10:00', purchase: 1 }];
  const series = JSON.stringify(items);
  const who = { customerId, user: 'ana', retailer: 'acme', requestId: null };
  await submitPurchase(deps, { ...who, rows: items.length, series });
}
