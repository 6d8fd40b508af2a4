import type { ApiKey } from '@solano/domain';
import { parseDuration, SCOPES } from '@solano/domain';
import { z } from 'zod';
import { DURATION_PATTERN, responseInstant } from './values.ts';

const NOT_A_TEXT = { error: 'Not a valid string.' };
const NO_DURATION = 'Write a number and s, m, h or d, such as 90d.';

/** A duration such as `90d`, read as milliseconds. */
const duration = (description: string) =>
  z
    .string(NOT_A_TEXT)
    .transform((text, context) => {
      const read = parseDuration(text);
      if (read !== undefined) return read;
      context.addIssue({ code: 'custom', message: NO_DURATION });
      return z.NEVER;
    })
    .meta({
      description,
      examples: ['90d'],
      override: { type: 'string', pattern: DURATION_PATTERN },
    });

const label = z.string(NOT_A_TEXT).max(255, 'Ensure this field has no more than 255 characters.');
const scope = z.enum(SCOPES, {
  error: ({ input }) => `"${String(input).slice(0, 100)}" is not a valid choice.`,
});

export const KeyRequest = z
  .object({
    label: label.meta({ description: 'What the key is for.', examples: ['desk'] }),
    scopes: z
      .array(scope, { error: 'A list is required.' })
      .min(1, 'This list may not be empty.')
      .meta({
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
