import { anEntry, SOURCE } from '@solano/domain/contracts';
import { MemoryAuditLog, MemoryAuditSealStore, MemoryDatabase } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from './audit.ts';
import { purgeAudit } from './purge-audit.ts';
import { type AuditSeal, type SealKeys, type SealMark, sealAudit } from './seal.ts';
import { verifySeals } from './verify-seals.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const at = (minute: number) => new Date(START + minute * 60_000);

/** Keys whose HMACs show what they cover. */
function keysOf(current: string | undefined, ...known: string[]): SealKeys {
  const all = current === undefined ? known : [current, ...known];
  return {
    currentId: current,
    mac: (id, text) => (all.includes(id) ? `${id}(${text})` : undefined),
  };
}

/** A log, sealed when `seal` is called; the time is that of the newest entry. */
function setUp(sealKeys = keysOf('k1')) {
  const database = new MemoryDatabase();
  const audit = new MemoryAuditLog(database);
  let now = at(0);
  const deps = {
    audit,
    auditSeals: new MemoryAuditSealStore(database),
    sealKeys,
    digest: (text: string) => `#${text}`,
    clock: () => now,
  };
  return {
    database,
    deps,
    record: async (...minutes: number[]) => {
      now = at(Math.max(...minutes));
      await audit.record(minutes.map((each) => anEntry({ at: at(each), subject: `${each}` })));
    },
    seal: () => sealAudit(deps),
    problems: async () => (await verifySeals(deps)).problems,
  };
}

/** Three seals over five entries. */
async function setUpSealed() {
  const log = setUp();
  await log.record(1, 2);
  await log.seal();
  await log.record(3);
  await log.seal();
  await log.record(5, 4);
  await log.seal();
  return log;
}

describe('sealing', () => {
  test('sealing covers every entry once, and nothing anew', async () => {
    const { deps, seal } = await setUpSealed();
    await seal();
    const seals = await deps.auditSeals.list(0, 10);
    expect(seals.map(({ number, entries }) => [number, entries.length])).toEqual([
      [1, 2],
      [2, 1],
      [3, 2],
    ]);
    expect(seals[2]).toMatchObject({ newest: at(5), previous: seals[1]?.mac, keyId: 'k1' });
    expect(await verifySeals(deps)).toEqual({
      seals: 3,
      covered: 5,
      uncovered: { count: 0, oldest: null },
      purged: [],
      last: { seal: 3, mac: seals[2]?.mac },
      witnessed: 0,
      lost: [],
      problems: [],
    });
  });

  test('sealing makes seals of a thousand entries', async () => {
    const { deps, record, seal } = setUp();
    await record(...Array.from({ length: 2_500 }, (_, i) => i));
    await seal();
    const counts = (await deps.auditSeals.list(0, 10)).map(({ entries }) => entries.length);
    expect(counts).toEqual([1_000, 1_000, 500]);
    expect(await verifySeals(deps)).toMatchObject({ covered: 2_500, problems: [] });
  });

  test('sealing is not done without a key, and the number of unsealed entries is reported', async () => {
    const { deps, record, seal } = setUp(keysOf(undefined));
    await record(2, 1);
    await seal();
    expect(await verifySeals(deps)).toMatchObject({
      seals: 0,
      uncovered: { count: 2, oldest: at(1) },
      problems: [],
    });
  });
});

describe('verifying names', () => {
  test('an entry that is missing', async () => {
    const { database, problems } = await setUpSealed();
    database.purgedAudit.add(1);
    expect(await problems()).toEqual([`Entry 1 is missing since seal 1 of ${iso(2)}.`]);
  });

  test.each<[string, Partial<AuditEntry>]>([
    ['the time', { at: at(9) }],
    ['the actor', { actor: 'key k9' }],
    ['the action', { action: 'plant.delete' }],
    ['the customer', { customerId: 'c9' }],
    ['the subject', { subject: 'other' }],
    ['the origin', { origin: '192.0.2.9' }],
    ['the request', { requestId: 'other' }],
  ])('an entry of which %s was changed', async (_, change) => {
    const { database, problems } = await setUpSealed();
    database.audit[2] = { ...(database.audit[2] as AuditEntry), ...change };
    expect(await problems()).toEqual([`Entry 2 was changed since seal 2 of ${iso(3)}.`]);
  });

  test('an entry that was added as if it were sealed', async () => {
    const { database, record, problems } = await setUpSealed();
    await record(6);
    database.sealOfEntry.set(5, 2);
    expect(await problems()).toEqual([`Entry 5 was added since seal 2 of ${iso(3)}.`]);
  });

  test('a seal that was changed along with its entry', async () => {
    const { database, deps, problems } = await setUpSealed();
    const entry = { ...(database.audit[2] as AuditEntry), subject: 'other' };
    database.audit[2] = entry;
    const { actor, action, customerId, subject, origin, requestId } = entry;
    const said = [entry.at, actor, action, customerId, subject, origin, requestId];
    const seal = database.auditSeals.get(2) as AuditSeal;
    const digest = deps.digest(JSON.stringify(said));
    database.auditSeals.set(2, { ...seal, entries: [{ number: '2', digest }] });
    expect(await problems()).toEqual(['Seal 2 was changed.']);
  });

  test.each([
    [[1], 'Seal 1 is missing.'],
    [[2], 'Seal 2 is missing.'],
    [[1, 2], 'Seals 1 to 2 are missing.'],
  ])('verifying names missing seals: %j', async (numbers, problem) => {
    const { database, problems } = await setUpSealed();
    for (const number of numbers) database.auditSeals.delete(number);
    expect(await problems()).toEqual([problem]);
  });

  test('a chain that was restarted', async () => {
    const { database, problems } = await setUpSealed();
    const forged = setUp();
    await forged.record(1, 2);
    await forged.seal();
    database.auditSeals.set(1, {
      ...((await forged.deps.auditSeals.newest()) as AuditSeal),
      mac: 'k1(other)',
    });
    expect(await problems()).toEqual([
      'Seal 1 was changed.',
      'Seal 2 does not follow seal 1 as it is.',
    ]);
  });

  test('verifying names seals under an unknown key, until it is known', async () => {
    const { deps } = await setUpSealed();
    const rotated = { ...deps, sealKeys: keysOf('k2') };
    expect((await verifySeals(rotated)).problems).toEqual(
      [1, 2, 3].map((n) => `Seal ${n} was made with another key: add it to SECRETS_KEY_PREVIOUS.`),
    );
    expect((await verifySeals({ ...deps, sealKeys: keysOf('k2', 'k1') })).problems).toEqual([]);
  });
});

describe('a seal that was noted elsewhere', () => {
  /** A sealed log, and what was noted of its newest seal. */
  async function noted() {
    const log = await setUpSealed();
    const { last } = await verifySeals(log.deps);
    const witness = { ...(last as SealMark), source: 'backup b', at: at(6) };
    const compare = () => verifySeals(log.deps, [witness]);
    return { ...log, witness, compare };
  }

  test('a seal that was noted elsewhere agrees with the log as it continues, and after a purge', async () => {
    const { record, seal, compare, deps } = await noted();
    await record(7);
    await seal();
    expect(await compare()).toMatchObject({ witnessed: 1, problems: [] });
    await record(30);
    await purgeAudit(deps, SOURCE, at(20));
    await seal();
    expect(await compare()).toMatchObject({ problems: [], lost: [] });
  });

  test('a seal that was noted elsewhere shows that the newest seals were cut off along with their entries', async () => {
    const { database, compare, problems } = await noted();
    for (const seal of [2, 3]) database.auditSeals.delete(seal);
    for (const entry of [2, 3, 4]) database.purgedAudit.add(entry);
    expect(await problems()).toEqual([]);
    expect((await compare()).problems).toEqual([
      `Seal 3 is missing, which is in backup b of ${iso(6)}.`,
    ]);
  });

  test('a seal noted elsewhere shows that an entry was changed and sealed again after its seal was removed', async () => {
    const { database, seal, compare, problems } = await noted();
    database.auditSeals.delete(3);
    for (const entry of [3, 4]) database.sealOfEntry.delete(entry);
    database.audit[3] = { ...(database.audit[3] as AuditEntry), actor: 'key k9' };
    await seal();
    expect(await problems()).toEqual([]);
    expect((await compare()).problems).toEqual([
      `Seal 3 is another one than backup b of ${iso(6)}.`,
    ]);
  });

  test('a seal noted elsewhere is reported as lost, not as a problem, after a restore of the database', async () => {
    const { database, compare, record, deps } = await noted();
    database.auditSeals.delete(3);
    for (const entry of [3, 4]) database.purgedAudit.add(entry);
    await record(8);
    await deps.audit.record([anEntry({ at: at(9), action: 'backup.restore', subject: 'a' })]);
    const lost = `Seal 3 is missing, which is in backup b of ${iso(6)}: the database was restored later, ${iso(9)}.`;
    expect(await compare()).toMatchObject({ problems: [], lost: [lost] });
  });
});

test('an entry with an old time is named, before it is sealed and afterwards', async () => {
  const { deps, record, seal } = await setUpSealed();
  await record(60);
  await seal();
  await deps.audit.record([anEntry({ at: at(5), subject: 'inserted' })]);
  const covered = `of ${iso(5)} was inserted after seal 4 of ${iso(60)}, which covers that time.`;
  expect((await verifySeals(deps)).problems).toEqual([`An entry ${covered}`]);
  await seal();
  await record(61);
  await seal();
  expect((await verifySeals(deps)).problems).toEqual([`Entry 6 ${covered}`]);
});

describe('purging', () => {
  test('purging deletes whole seals that are old enough, and seals the purge', async () => {
    const { deps, database, seal } = await setUpSealed();
    const purged = await purgeAudit(deps, SOURCE, at(5));
    expect(purged).toMatchObject({ from: 1, to: 2, entries: 3 });
    await seal();
    expect(await verifySeals(deps)).toMatchObject({
      covered: 3,
      purged: [purged],
      problems: [],
    });
    expect(database.purgedAudit).toEqual(new Set([0, 1, 2]));
    expect(database.audit.at(-1)).toMatchObject({
      action: 'audit.purge',
      subject: `entries before ${iso(5)}: 3`,
    });
  });

  test('purging continues where the previous purge ended', async () => {
    const { deps, record, seal } = await setUpSealed();
    await purgeAudit(deps, SOURCE, at(4));
    await record(20);
    await seal();
    const purged = await purgeAudit(deps, SOURCE, at(30));
    expect(purged).toMatchObject({ from: 1, entries: 7 });
    expect((await verifySeals(deps)).problems).toEqual([]);
  });

  test('purging deletes nothing where no seal is old enough, and nothing without a key', async () => {
    const { deps } = await setUpSealed();
    expect(await purgeAudit(deps, SOURCE, at(2))).toBeUndefined();
    await expect(
      purgeAudit({ ...deps, sealKeys: keysOf(undefined) }, SOURCE, at(9)),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await verifySeals(deps)).toMatchObject({ covered: 5, purged: [] });
  });
});

function iso(minute: number): string {
  return at(minute).toISOString();
}
