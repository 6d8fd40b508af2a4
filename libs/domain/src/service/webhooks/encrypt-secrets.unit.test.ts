import { aCustomer, anEntry, OPEN_CIPHER } from '@solano/domain/contracts';
import { type Log, SolanoError } from '@solano/domain/kernel';
import { MemoryCustomerStore, MemoryDatabase, MemoryWebhookStore } from '@solano/memory';
import { expect, test } from 'vitest';
import { encryptSecrets, examineSecrets } from './encrypt-secrets.ts';
import { receiverOf, type SecretCipher } from './secret-cipher.ts';
import { MAX_WEBHOOKS, type Webhook } from './webhook.ts';

const UNTIL = new Date('2026-11-23T10:00:00Z');

/** A store with a webhook for each secret; every second one has been rotated. */
async function setUp(secrets: readonly string[]) {
  const database = new MemoryDatabase();
  const webhooks = new MemoryWebhookStore(database);
  const customers = new MemoryCustomerStore(database);
  if (secrets.length === 0) await customers.add(aCustomer({ id: 'c0' }), anEntry());
  for (const [i, secret] of secrets.entries()) {
    const webhook = webhookOf(`w${String(i).padStart(3, '0')}`, secret);
    if (i % MAX_WEBHOOKS === 0) {
      await customers.add(aCustomer({ id: webhook.customerId }), anEntry());
    }
    const rotated = i % 2 === 1 && { previousSecret: { secret, until: UNTIL } };
    await webhooks.add({ ...webhook, ...rotated }, anEntry());
  }
  return webhooks;
}

function webhookOf(id: string, secret: string): Webhook {
  const url = 'https://customer.example/hook';
  const rest = { createdAt: UNTIL, disabledAt: null, gateClosingMinutes: 60 };
  // As many of a customer as it may have.
  const customerId = `c${Math.floor(Number(id.slice(1)) / MAX_WEBHOOKS)}`;
  return { id, customerId, url, events: [], secret, ...rest };
}

/** Reads what `OPEN_CIPHER` cannot be asked for: it fails on secrets that say so. */
const cipher: SecretCipher = {
  ...OPEN_CIPHER,
  decrypt(stored, owner) {
    if (stored.startsWith('lost')) throw new SolanoError('webhook_unavailable', 'Unknown key.');
    return OPEN_CIPHER.decrypt(stored, owner);
  },
};

const LATER = new Date(UNTIL.getTime() + 1);

function deps(webhooks: MemoryWebhookStore, now = new Date(UNTIL.getTime() - 1)) {
  const logged: [string, object, string][] = [];
  const log: Log = {
    info: (...line) => logged.push(['info', ...line]),
    warn: (...line) => logged.push(['warn', ...line]),
    error: (...line) => logged.push(['error', ...line]),
  };
  return { webhooks, cipher, clock: () => now, log, logged };
}

test('encryption replaces every secret under another key, and logs those that cannot be read', async () => {
  const secrets = Array.from({ length: 205 }, (_, i) => (i % 50 === 3 ? 'lost' : `whsec_${i}`));
  const webhooks = await setUp(secrets);
  const unreadable = ['w003', 'w053', 'w103', 'w153', 'w203'];
  const { logged, ...all } = deps(webhooks);
  expect(await examineSecrets(all)).toEqual({ others: 200, unreadable });
  await encryptSecrets(all);
  expect(logged).toEqual([
    ['info', { webhooks: 200 }, expect.any(String)],
    ['error', { webhooks: unreadable }, expect.stringContaining('SECRETS_KEY_PREVIOUS')],
  ]);
  expect(await webhooks.get('w204')).toEqual(webhookOf('w204', 'open:w204:whsec_204'));
  expect(await webhooks.get('w101')).toEqual({
    ...webhookOf('w101', 'open:w101:whsec_101'),
    previousSecret: { secret: 'open:w101:whsec_101', until: UNTIL },
  });
  expect((await webhooks.get('w103'))?.secret).toBe('lost');
  expect(await webhooks.notEncryptedWith('open:', 300)).toHaveLength(unreadable.length);
  expect(await examineSecrets(all)).toEqual({ others: 0, unreadable });
});

test('a secret from before a rotation stays while it may be valid, and is dropped then', async () => {
  const webhooks = await setUp([]);
  const rotated = {
    ...webhookOf('w1', 'whsec_1'),
    previousSecret: { secret: 'lost', until: UNTIL },
  };
  await webhooks.add(rotated, anEntry());
  const { logged, ...all } = deps(webhooks);
  await encryptSecrets(all);
  await encryptSecrets(all);
  expect(await webhooks.get('w1')).toEqual({ ...rotated, secret: 'open:w1:whsec_1' });
  expect(logged).toHaveLength(1);
  await encryptSecrets(deps(webhooks, LATER));
  expect(await webhooks.get('w1')).toEqual(webhookOf('w1', 'open:w1:whsec_1'));
});

test('encryption without a key changes nothing, and logs the unreadable webhooks in use', async () => {
  const webhooks = await setUp(['whsec_0', 'lost']);
  await webhooks.add({ ...webhookOf('w9', 'lost'), disabledAt: UNTIL }, anEntry());
  const { logged, ...all } = deps(webhooks);
  const without = { ...all, cipher: { ...cipher, prefix: undefined } };
  await encryptSecrets(without);
  expect(logged).toEqual([['error', { webhooks: ['w001'] }, expect.any(String)]]);
  expect((await webhooks.get('w000'))?.secret).toBe('whsec_0');
  expect(await examineSecrets(without)).toEqual({ others: 1, unreadable: ['w001'] });
});

test('a message is signed with what can be read: the secret, and the one before it', async () => {
  const webhook = webhookOf('w1', 'whsec_1');
  const before = (secret: string) => ({ ...webhook, previousSecret: { secret, until: UNTIL } });
  expect(receiverOf(cipher, before('whsec_0'))).toMatchObject({
    secret: 'whsec_1',
    previousSecret: { secret: 'whsec_0', until: UNTIL },
  });
  // Rotated after its key was lost, or was in no backup.
  const { url } = webhook;
  expect(receiverOf(cipher, before('lost'))).toEqual({ url, secret: 'whsec_1' });
  expect(() => receiverOf(cipher, webhookOf('w1', 'lost'))).toThrow('Unknown key.');
});
