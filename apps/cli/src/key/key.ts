import {
  type ApiKey,
  issueKey,
  requireCustomer,
  revokeKey,
  rotateKey,
  SCOPES,
} from '@solano/domain/service';
import { keyJson } from '@solano/schemas';
import type { Command } from 'commander';
import { readDuration } from '../options.ts';
import { addAction } from '../run.ts';

export function addCommands(key: Command): void {
  addIssue(key);
  addList(key);
  addRevoke(key);
  addRotate(key);
}

function addIssue(key: Command): void {
  const issue = key
    .command('issue <customer>')
    .description('issue a key; it is shown only once')
    .option('--label <label>', 'what the key is for')
    .option('--expires-in <duration>', 'for example 90d (s, m, h or d)')
    .option('--scopes <scopes>', `comma-separated: ${SCOPES.join(', ')} (the first five)`);
  addAction<{ label?: string; expiresIn?: string; scopes?: string }>(
    issue,
    async ({ open }, [customer = ''], { label, expiresIn, scopes }) => {
      const lifetimeMs = expiresIn === undefined ? undefined : readDuration(expiresIn);
      await using opened = await open();
      const issued = await issueKey(opened, opened.source, customer, {
        ...(label !== undefined && { label }),
        ...(lifetimeMs !== undefined && { lifetimeMs }),
        ...(scopes !== undefined && { scopes: scopes.split(',') }),
      });
      const json = { id: issued.key.id, key: issued.token, customer: issued.customer.name };
      return { json, text: issued.token };
    },
  );
}

function addList(key: Command): void {
  const list = key.command('list <customer>').description('list the keys of a customer');
  addAction(list, async ({ open }, [name = '']) => {
    await using opened = await open();
    const customer = await requireCustomer(opened.customers, name);
    const keys = await opened.keys.list(customer.id);
    const lines = keys.map((key) => line(key, opened.clock()));
    return { json: keys.map(keyJson), text: lines.join('\n') || 'No keys.' };
  });
}

function addRevoke(key: Command): void {
  const revoke = key.command('revoke <key-id>').description('revoke a key at once');
  addAction(revoke, async ({ open }, [id = '']) => {
    await using opened = await open();
    const revoked = await revokeKey(opened, opened.source, id);
    return { json: keyJson(revoked), text: `Revoked key ${id}.` };
  });
}

function addRotate(key: Command): void {
  const rotate = key
    .command('rotate <key-id>')
    .description('replace a key by a new one with its label, scopes and lifetime')
    .option('--grace <duration>', 'how long the old key stays valid, for example 24h', '0s');
  addAction<{ grace: string }>(rotate, async ({ open }, [id = ''], { grace }) => {
    const graceMs = readDuration(grace);
    await using opened = await open();
    const rotated = await rotateKey(opened, opened.source, id, graceMs);
    const json = {
      id: rotated.key.id,
      key: rotated.token,
      customer: rotated.customer.name,
      replaces: id,
      grace_until: rotated.graceUntil,
    };
    return { json, text: rotated.token };
  });
}

function line({ id, label, scopes, expiresAt, revokedAt, lastUsedAt }: ApiKey, now: Date): string {
  // A replaced key is revoked at the end of its grace period.
  const revoked = revokedAt && (revokedAt > now ? 'valid until' : 'revoked');
  const state = revoked ? `${revoked} ${revokedAt.toISOString()}` : expiry(expiresAt);
  const use = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
  return [id, scopes.join(','), state, use, label].filter(Boolean).join('  ');
}

function expiry(expiresAt: Date | null): string {
  return expiresAt ? `expires ${expiresAt.toISOString()}` : 'does not expire';
}
