import { HmacSealKeys, NodeSecrets } from '@solano/crypto';
import { sealAudit } from '@solano/domain';
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
  const common = { seals: 1, covered: 1, purged: [], sealing: true };
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
