import { HmacSealKeys, NodeSecrets } from '@solano/crypto';
import { sealAudit } from '@solano/domain/service/audit';
import { PostgresDatabase, postgresStores } from '@solano/postgres';
import { createTestDatabase } from '@solano/tools/test-database';
import { expect, test } from 'vitest';
import { openCommand } from './solano.ts';

test('the audit log is compared with its seals, also after a purge, and what is missing is named', async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const command = opened.use(await openCommand(url));
  const database = opened.use(await PostgresDatabase.connect(url));
  const { auditSeals } = postgresStores(database);
  const seal = () =>
    sealAudit({
      auditSeals,
      sealKeys: new HmacSealKeys(command.env.SECRETS_KEY),
      digest: (text) => new NodeSecrets().digest(text),
      clock: () => new Date(),
    });
  await command.json('customer', 'add', 'Sol');
  await seal();
  await command.json('customer', 'add', 'Eolo');
  const report = await command.json('audit', 'verify');
  const oldest_uncovered = expect.any(String);
  const noted = {
    at: expect.any(String),
    last: { seal: expect.any(Number), mac: expect.any(String) },
    compared: 0,
    agreeing: 0,
    lost: [],
  };
  const common = { ...noted, seals: 1, covered: 1, purged: [], sealing: true };
  expect(report).toEqual({ ...common, uncovered: 1, oldest_uncovered });

  await seal();
  expect(await command.json('audit', 'purge', '--before', '1d')).toEqual({ entries: 0 });
  expect(await command.json('audit', 'purge', '--before', '0s')).toEqual({ entries: 2 });
  await command.json('customer', 'add', 'Mar');
  await seal();
  const purged = [{ from: 1, to: 2, entries: 2 }];
  const sealed = { covered: 2, uncovered: 0, oldest_uncovered: null };
  expect(await command.json('audit', 'verify')).toEqual({ ...common, ...sealed, seals: 2, purged });

  await database.run({ text: "DELETE FROM audit_entry WHERE action = 'customer.add'" }, []);
  const verified = await command.solano('audit', 'verify');
  expect(verified).toMatchObject({ code: 1, stdout: '' });
  expect(verified.stderr).toMatch(/^Entry \d+ is missing since seal 4 of \S+Z\.\n$/);
});

test('seals that were cut off are named by a backup, and by a report that was kept', async () => {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  const command = opened.use(await openCommand(url));
  Object.assign(command.env, { BACKUP_TARGET: `file:${command.folder}/backups` });
  const database = opened.use(await PostgresDatabase.connect(url));
  const { auditSeals } = postgresStores(database);
  await command.json('customer', 'add', 'Sol');
  await sealAudit({
    auditSeals,
    sealKeys: new HmacSealKeys(command.env.SECRETS_KEY),
    digest: (text) => new NodeSecrets().digest(text),
    clock: () => new Date(),
  });
  await command.json('backup', 'create');
  const report = await command.json('audit', 'verify');
  expect(report).toMatchObject({ compared: 1, agreeing: 1 });
  const kept = await command.file('kept.json', JSON.stringify(report));
  const compared = await command.json('audit', 'verify', '--compare', kept);
  expect(compared).toMatchObject({ compared: 2, agreeing: 2 });
  await database.run({ text: 'DELETE FROM audit_entry' }, []);
  await database.run({ text: 'DELETE FROM audit_seal' }, []);
  const { code, stdout, stderr } = await command.solano('audit', 'verify', '--compare', kept);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Seal 1 is missing, which is in backup \S+ of \S+Z\.\nSeal 1 is missing, which is in \S+kept\.json of \S+Z\.\n$/,
  );
});
