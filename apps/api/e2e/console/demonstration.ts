import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BROWSER_TIMEOUT_MS } from '@solano/tools/test-browser';
import { onServer } from '@solano/tools/test-database';
import { inject, vi } from 'vitest';
import { openService } from '../service.ts';

export const DEMONSTRATION = { SOLANO_DEMO: 'on', WEBHOOK_PRIVATE_ADDRESSES: 'allow' };

/** Days behind the demonstration of which it adds a purchase each. */
const DAYS = 365;
const DATABASE = 'solano_demonstration';

/**
 * The database and the folder of a service whose demonstration has its year, to be copied: made once
 * for a run of tests, by the first worker that asks.
 */
export function madeDemonstration(): Promise<{
  readonly template: string;
  readonly folder: string;
}> {
  const folder = join(dirname(inject('postgresCluster')), 'demonstration');
  return onServer(async (client) => {
    // Held until the connection ends.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [DATABASE]);
    if (!existsSync(folder)) {
      await using service = await openService(DEMONSTRATION);
      const year = async () => (await service.stores.purchases.count('completed')) > DAYS;
      await vi.waitUntil(year, { timeout: BROWSER_TIMEOUT_MS, interval: 500 });
      await service.stop();
      const made = new URL(service.databaseUrl).pathname.slice(1);
      await service.database[Symbol.asyncDispose]();
      await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE ${made}`);
      await cp(service.folder, `${folder}.part`, { recursive: true });
      await rename(`${folder}.part`, folder);
    }
    return { template: DATABASE, folder };
  });
}
