import { describe, expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import type { PurchaseChange, PurchaseStatus } from './purchase.ts';
import { rerunFailed } from './rerun.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const away = () => new SolanoError('engine_unavailable', 'Away.');

/** Purchases in these statuses, a minute apart, and an engine that may reject one of them. */
function setUp(statuses: readonly PurchaseStatus[], rejected?: string) {
  const records = statuses.map((status, i) => {
    return { id: `p${i}`, status, createdAt: new Date(NOW.getTime() - (60 - i) * 60_000) };
  });
  const changes: [string, PurchaseChange][] = [];
  const submitted: unknown[] = [];
  const purchases = {
    async inStatus(wanted: readonly PurchaseStatus[], until: Date) {
      return records.filter(
        ({ status, createdAt }) => wanted.includes(status) && createdAt < until,
      );
    },
    async update(id: string, change: (purchase: never) => PurchaseChange | undefined) {
      const record = records.find((each) => each.id === id);
      const changed = change(record as never);
      if (record && changed) record.status = changed.status;
      if (changed) changes.push([id, changed]);
      return undefined;
    },
  };
  const workflow = {
    async submit(id: string, options?: object) {
      if (id === rejected) throw away();
      submitted.push([id, options]);
    },
    async check() {
      if (rejected === 'all') throw away();
    },
  };
  return { deps: { purchases, workflow, clock: () => NOW }, records, changes, submitted };
}

describe('running failed purchases again', () => {
  test('makes each pending, without its error, and has the engine run it anew', async () => {
    const { deps, changes, submitted } = setUp(['failed', 'completed', 'pending', 'failed']);
    expect(await rerunFailed(deps)).toMatchObject({ count: 2 });
    const change = { status: 'pending', error: '', updatedAt: NOW, source: 'operator' };
    expect(changes).toEqual([
      ['p0', change],
      ['p3', change],
    ]);
    expect(submitted).toEqual([
      ['p0', { again: true }],
      ['p3', { again: true }],
    ]);
  });

  test('changes none while the engine cannot be reached', async () => {
    const { deps, changes } = setUp(['failed'], 'all');
    await expect(rerunFailed(deps)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(changes).toEqual([]);
  });

  test('leaves one that the engine rejects pending, for the next hand-over', async () => {
    const { deps, records } = setUp(['failed', 'failed'], 'p1');
    const { count, stopped } = await rerunFailed(deps);
    expect(count).toBe(1);
    expect(stopped).toMatchObject({ code: 'engine_unavailable' });
    expect(records.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  test('leaves alone what somebody has settled otherwise meanwhile', async () => {
    const { deps, records, changes } = setUp(['failed']);
    const found = await deps.purchases.inStatus(['failed'], NOW);
    for (const record of records) record.status = 'completed';
    const purchases = { ...deps.purchases, inStatus: async () => found };
    await rerunFailed({ ...deps, purchases });
    expect(changes).toEqual([]);
    expect(records).toMatchObject([{ status: 'completed' }]);
  });
});
