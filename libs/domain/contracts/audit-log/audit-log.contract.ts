import { AUDIT_ACTIONS, type AuditEntry, type AuditQuery } from '@solano/domain/service';
import { describe, expect, test } from 'vitest';
import { INSTANT, later, ODD_TEXTS, UNKNOWN_IDS } from '../examples.ts';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type Stores, type TwoHandles } from '../stores.ts';
import { auditedChanges } from './changes.ts';

/** What every AuditLog does. */
export function auditLogContract(name: string, open: OpenStores): void {
  describe(`AuditLog: ${name}`, () => {
    test('the audit log is empty at first', async () => {
      await using fixture = await open();
      expect(await fixture.stores.audit.list({ limit: 10 })).toEqual([]);
    });
    const handles = openForSuite(open);
    describe('entries', () => {
      entries(handles);
    });
    describe('order', () => {
      order(open, handles);
    });
    describe('changes', () => {
      auditedChanges(handles);
    });
    describe('pages', () => {
      pages(handles);
    });
    describe('filters', () => {
      filters(open, handles);
    });
  });
}

/** An entry of a customer of its own, who need not be there. */
function anEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: new Date(INSTANT),
    actor: 'key 0123',
    action: 'plant.create',
    customerId: crypto.randomUUID(),
    subject: 'subject',
    origin: '2001:db8::1',
    requestId: 'order-7',
    ...fields,
  };
}

/** What there is of the entry's customer. */
function listed(stores: Stores, { customerId }: AuditEntry): Promise<AuditEntry[]> {
  return stores.audit.list({ customerId: customerId as string, limit: 1_000 });
}

function entries(handles: TwoHandles): void {
  test.each(ODD_TEXTS)('the texts of an entry are kept to the letter: %s', async (_, text) => {
    const texts = { actor: text, subject: text, origin: text, requestId: text };
    const entry = anEntry(texts);
    await handles.here.audit.record([entry]);
    expect(await listed(handles.there, entry)).toEqual([entry]);
  });

  test.each(AUDIT_ACTIONS)('an entry keeps the action %s', async (action) => {
    const entry = anEntry({ action, requestId: null, subject: '' });
    await handles.here.audit.record([entry]);
    expect(await listed(handles.there, entry)).toEqual([entry]);
  });

  test('an entry of no customer keeps that it has none', async () => {
    const entry = anEntry({ customerId: null, subject: crypto.randomUUID() });
    await handles.here.audit.record([entry]);
    expect(await handles.there.audit.list({ limit: 1_000 })).toContainEqual(entry);
  });

  test('recording no entries changes nothing', async () => {
    await handles.here.audit.record([]);
  });

  test('many entries are recorded at once, with and without their optional fields', async () => {
    const { customerId } = anEntry();
    const given = Array.from({ length: 900 }, (_, i) => {
      return anEntry({ customerId, subject: `${i}`, requestId: i % 2 ? null : `${i}` });
    });
    await handles.here.audit.record(given);
    expect(await listed(handles.there, anEntry({ customerId }))).toEqual(given.toReversed());
  });

  test('entries are copied in and out', async () => {
    const { here } = handles;
    const entry = anEntry();
    const copy = structuredClone(entry);
    await here.audit.record([entry]);
    for (const each of [entry, ...(await listed(here, copy))]) {
      each.at.setTime(0);
      Object.assign(each, { subject: 'changed' });
    }
    expect(await listed(here, copy)).toEqual([copy]);
  });
}

function order(open: OpenStores, handles: TwoHandles): void {
  test('the order of entries is by time, and the reverse of writing within an instant', async () => {
    const { here, there } = handles;
    const { customerId } = anEntry();
    const entry = (ms: number, subject: string) => anEntry({ customerId, at: later(ms), subject });
    await here.audit.record([entry(2, 'a'), entry(1, 'b'), entry(2, 'c'), entry(3, 'd')]);
    await there.audit.record([entry(2, 'e'), entry(0, 'f')]);
    await here.audit.record([entry(2, 'g')]);
    const subjects = (await listed(there, entry(0, ''))).map(({ subject }) => subject);
    expect(subjects).toEqual(['d', 'g', 'e', 'c', 'a', 'b', 'f']);
  });

  test('the newest entries are listed where there are more than requested', async () => {
    await using fixture = await open();
    const { audit } = fixture.stores;
    const given = [1, 3, 2, 4].map((ms) => anEntry({ at: later(ms), subject: `${ms}` }));
    await audit.record(given);
    const subjects = (await audit.list({ limit: 3 })).map(({ subject }) => subject);
    expect(subjects).toEqual(['4', '3', '2']);
    expect(await audit.list({ limit: 0 })).toEqual([]);
  });

  test('the entries of one call stay together when twenty calls write at once', async () => {
    const { here, there } = handles;
    const { customerId } = anEntry();
    await concurrently(20, (i) => {
      const given = ['a', 'b', 'c'].map((subject) => {
        return anEntry({ customerId, subject, requestId: `${i}`, at: later(i % 3) });
      });
      return (i % 2 ? here : there).audit.record(given);
    });
    const all = await listed(here, anEntry({ customerId }));
    expect(all).toHaveLength(60);
    for (let i = 0; i < 20; i += 1) {
      const own = all.filter(({ requestId }) => requestId === `${i}`);
      expect(own.map(({ subject }) => subject)).toEqual(['c', 'b', 'a']);
    }
  });
}

function pages(handles: TwoHandles): void {
  test('the pages hold every entry once, also those of one instant', async () => {
    const { here, there } = handles;
    const { customerId } = anEntry();
    const given = Array.from({ length: 7 }, (_, i) =>
      anEntry({ customerId, subject: `${i}`, at: later(Math.floor(i / 3)) }),
    );
    await here.audit.record(given);
    const query = { customerId: customerId as string, limit: 2 };
    const seen = [];
    let page = await there.audit.page(query);
    while (page.last) {
      seen.push(...page.entries);
      page = await there.audit.page({ ...query, after: page.last });
    }
    expect(seen).toEqual(given.toReversed());
  });
}

function filters(open: OpenStores, handles: TwoHandles): void {
  test.each(UNKNOWN_IDS)('a filter by %s finds nothing', async (_, customerId) => {
    await handles.here.audit.record([anEntry({ customerId: null })]);
    expect(await handles.here.audit.list({ customerId, limit: 10 })).toEqual([]);
  });

  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const GIVEN: readonly Partial<AuditEntry>[] = [
    { customerId: one, action: 'plant.create', at: later(0) },
    { customerId: one, action: 'plant.delete', at: later(1) },
    { customerId: other, action: 'plant.create', at: later(2) },
    { customerId: null, action: 'prices.put', at: later(3) },
    { customerId: one, action: 'plant.create', at: later(4) },
  ];

  test.each<[string, Omit<AuditQuery, 'limit'>, number[]]>([
    ['nothing', {}, [4, 3, 2, 1, 0]],
    ['a customer', { customerId: one }, [4, 1, 0]],
    ['an action', { action: 'plant.create' }, [4, 2, 0]],
    ['a time, itself included', { since: later(2) }, [4, 3, 2]],
    ['a time after all', { since: later(5) }, []],
    ['a customer and an action', { customerId: one, action: 'plant.create' }, [4, 0]],
    ['an action and a time', { action: 'plant.create', since: later(1) }, [4, 2]],
    ['all', { customerId: one, action: 'plant.create', since: later(1) }, [4]],
    ['what nobody did', { customerId: other, action: 'prices.put' }, []],
  ])('a filter by %s finds the matching entries', async (_, query, expected) => {
    await using fixture = await open();
    const given = GIVEN.map((fields) => anEntry(fields));
    await fixture.stores.audit.record(given);
    const { audit } = await fixture.reopen();
    const found = await audit.list({ ...query, limit: 10 });
    expect(found).toEqual(expected.map((i) => given[i]));
    expect(await audit.list({ ...query, limit: 1 })).toEqual(found.slice(0, 1));
  });
}
