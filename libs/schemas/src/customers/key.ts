import { type ApiKey, SCOPES } from '@solano/domain/service';
import { z } from 'zod';
import { choices, duration, responseInstant } from '../values.ts';

const label = z
  .string('Not a valid string.')
  .max(255, 'Ensure this field has no more than 255 characters.');

export const KeyRequest = z
  .object({
    label: label.meta({ description: 'What the key is for.', examples: ['desk'] }),
    scopes: choices(SCOPES).meta({
      description: 'What the key may be used for; left out: as the key of the request.',
    }),
    expires_in: duration('How long the key is valid; left out: until it is revoked.'),
  })
  .partial()
  .meta({ id: 'KeyRequest', description: 'A key to issue.' });

export const RotationRequest = z
  .object({ grace: duration('How long the old key stays valid; left out: not at all.') })
  .partial()
  .meta({ id: 'RotationRequest', description: 'How a key is replaced.' });

export const Key = z
  .object({
    id: z.string().meta({ examples: ['2xk9'] }),
    label: z.string().meta({ description: 'What the key is for.', examples: ['desk'] }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'What it may be used for.' }),
    created_at: responseInstant('When it was issued.'),
    expires_at: responseInstant('When it expires; null: never.').nullable(),
    revoked_at: responseInstant(
      'When it was revoked; in the future during its grace period.',
    ).nullable(),
    last_used_at: responseInstant('When it was last used, to a minute; null: never.').nullable(),
  })
  .meta({ id: 'Key', description: 'An API key, without its secret.' });

export const IssuedKey = Key.extend({
  key: z.string().meta({ description: 'The key itself. It cannot be read again.' }),
}).meta({ id: 'IssuedKey', description: 'A key just made.' });

/** A key as responses and the command line show it. */
export function keyJson(key: ApiKey) {
  const { id, label, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    label,
    scopes,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}
