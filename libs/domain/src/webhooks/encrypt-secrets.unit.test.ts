import { anEntry, OPEN_CIPHER } from '@solano/domain/contracts';
import { MemoryCustomerStore, MemoryDatabase, MemoryWebhookStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { SolanoError } from '../errors.ts';
import { encryptSecrets } from './encrypt-secrets.ts';
import type { SecretCipher } from './secret-cipher.ts';
import type { Webhook } from './webhook.ts';

const UNTIL = new Date('2026-11-23T10:00:00Z');

/** A store with a webhook for each secret; every second one has been rotated. */
async function setUp(secrets: readonly string[]) {
  const database = new MemoryDatabase();
  const webhooks = new MemoryWebhookStore(database);
  const customer = { id: 'c1', name: 'acme', folder: null, permissions: [] };
  await new MemoryCustomerStore(database).add(customer, anEntry());
  for (const [i, secret] of secrets.entries()) {
    const id = `w${String(i).padStart(3, '0')}`;
    const rotated = i % 2 === 1 && { previousSecret: { secret, until: UNTIL } };
    await webhooks.add({ ...webhookOf(id, secret), ...rotated }, anEntry());
  }
  return webhooks;
}

function webhookOf(id: string, secret: string): Webhook {
  const url = 'https://customer.example/hook';
  const rest = { createdAt: UNTIL, disabledAt: null, gateClosingMinutes: 60 };
  return { id, customerId: 'c1', url, events: [], secret, ...rest };
}

/** Reads what `OPEN_CIPHER` cannot be asked for: it fails on secrets that say so. */
const cipher: SecretCipher = {
  ...OPEN_CIPHER,
  decrypt(stored, owner) {
    if (stored.startsWith('lost')) throw new SolanoError('webhook_unavailable', 'Unknown key.');
    return OPEN_CIPHER.decrypt(stored, owner);
  },
};

test('encrypts every secret that is under another key, and skips those that cannot be read', async () => {
  const secrets = Array.from({ length: 205 }, (_, i) => (i % 50 === 3 ? 'lost' : `whsec_${i}`));
  const webhooks = await setUp(secrets);
  const unreadable = await encryptSecrets({ webhooks, cipher });
  expect(unreadable).toEqual(['w003', 'w053', 'w103', 'w153', 'w203']);
  expect(await webhooks.get('w204')).toEqual(webhookOf('w204', 'open:w204:whsec_204'));
  expect(await webhooks.get('w101')).toEqual({
    ...webhookOf('w101', 'open:w101:whsec_101'),
    previousSecret: { secret: 'open:w101:whsec_101', until: UNTIL },
  });
  expect((await webhooks.get('w103'))?.secret).toBe('lost');
  expect(await webhooks.encryptedOtherwise('open:', 300)).toHaveLength(unreadable.length);
});

test('changes nothing without a key', async () => {
  const webhooks = await setUp(['whsec_0']);
  expect(await encryptSecrets({ webhooks, cipher: { ...cipher, prefix: undefined } })).toEqual([]);
  expect((await webhooks.get('w000'))?.secret).toBe('whsec_0');
});
