import type { AuditEntry, AuditSeal, NumberedEntry } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { anEntry, later } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import type { OpenStores, Stores } from '../stores.ts';

const PURGED = { from: 1, to: 1, entries: 2, mac: 'mac 1' };

/** What every AuditSealStore does. */
export function auditSealStoreContract(name: string, open: OpenStores): void {
  describe(`AuditSealStore: ${name}`, () => {
    test('a new store has no seals and no entries', async () => {
      await using fixture = await open();
      const { auditSeals } = fixture.stores;
      expect(await auditSeals.newest()).toBeUndefined();
      expect(await auditSeals.list(0, 10)).toEqual([]);
      expect(await auditSeals.unsealed(10)).toEqual([]);
      expect(await auditSeals.uncovered()).toEqual({ count: 0, oldest: null });
    });

    test('entries without a seal are listed in the order of writing, with their numbers', async () => {
      await using fixture = await open();
      const recorded = await record(fixture.stores, [3, 1, 2]);
      const there = (await fixture.reopen()).auditSeals;
      const found = await there.unsealed(10);
      expect(found.map(({ entry }) => entry)).toEqual(recorded);
      expect(await there.unsealed(2)).toEqual(found.slice(0, 2));
      const numbers = found.map(({ number }) => Number(number));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(await there.uncovered()).toEqual({ count: 3, oldest: later(1) });
    });

    test('a seal is kept whole, and its entries are marked as sealed', async () => {
      await using fixture = await open();
      const { auditSeals } = fixture.stores;
      await record(fixture.stores, [1, 2, 3]);
      const [one, two, three] = (await auditSeals.unsealed(10)) as [
        NumberedEntry,
        NumberedEntry,
        NumberedEntry,
      ];
      const first = sealOf(1, [one, three]);
      await auditSeals.add(first);
      const there = (await fixture.reopen()).auditSeals;
      expect(await there.newest()).toEqual(first);
      expect(await there.entriesOf(1)).toEqual([one, three]);
      expect(await there.unsealed(10)).toEqual([two]);
      const second = { ...sealOf(2, [two]), newest: null, purged: PURGED };
      await there.add(second);
      expect(await auditSeals.newest()).toEqual(second);
      expect(await auditSeals.list(0, 10)).toEqual([first, second]);
      expect(await auditSeals.list(0, 1)).toEqual([first]);
      expect(await auditSeals.list(1, 10)).toEqual([second]);
    });

    test('a seal of a number or an entry that is already sealed is rejected', async () => {
      await using fixture = await open();
      const { auditSeals } = fixture.stores;
      await record(fixture.stores, [1, 2]);
      const [one, two] = (await auditSeals.unsealed(10)) as [NumberedEntry, NumberedEntry];
      await auditSeals.add(sealOf(1, [one]));
      for (const seal of [sealOf(1, [two]), sealOf(2, [one, two])]) {
        expect(await codeOf(auditSeals.add(seal))).toBe('already_exists');
      }
      expect(await auditSeals.unsealed(10)).toEqual([two]);
      expect(await auditSeals.list(0, 10)).toHaveLength(1);
    });

    test('seals are purged with their entries, along with an entry about the purge', async () => {
      await using fixture = await open();
      const { auditSeals, audit } = fixture.stores;
      const recorded = await record(fixture.stores, [1, 2, 3]);
      const [one, two, three] = (await auditSeals.unsealed(10)) as [
        NumberedEntry,
        NumberedEntry,
        NumberedEntry,
      ];
      await auditSeals.add(sealOf(1, [one, two]));
      await auditSeals.add(sealOf(2, [three]));
      const entry = anEntry({ action: 'audit.purge', at: later(9) });
      const seal = { ...sealOf(3, []), purged: PURGED };
      const unstorable = { ...entry, subject: 'half of a pair \ud800' };
      expect(await codeOf(auditSeals.purge(seal, unstorable))).toBe('invalid_request');
      expect(await audit.list({ limit: 10 })).toEqual(recorded.toReversed());
      expect(await auditSeals.list(0, 10)).toHaveLength(2);
      await auditSeals.purge(seal, entry);
      const there = await fixture.reopen();
      expect(await there.audit.list({ limit: 10 })).toEqual([entry, recorded[2]]);
      expect(await there.auditSeals.list(0, 10)).toEqual([sealOf(2, [three]), seal]);
      expect(await there.auditSeals.entriesOf(1)).toEqual([]);
      expect(await codeOf(auditSeals.purge(seal, entry))).toBe('already_exists');
      expect(await audit.list({ limit: 10 })).toHaveLength(2);
    });
  });
}

/** Writes entries of these times. */
async function record({ audit }: Stores, times: readonly number[]): Promise<AuditEntry[]> {
  const entries = times.map((ms) => anEntry({ at: later(ms), subject: `${ms}` }));
  await audit.record(entries);
  return entries;
}

function sealOf(number: number, covered: readonly NumberedEntry[]): AuditSeal {
  return {
    number,
    sealedAt: later(number),
    entries: covered.map((each) => ({ number: each.number, digest: `digest ${each.number}` })),
    newest: later(100),
    purged: null,
    previous: number > 1 ? `mac ${number - 1}` : '',
    keyId: 'k1',
    mac: `mac ${number}`,
  };
}
