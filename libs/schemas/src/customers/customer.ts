import type { ApiKey, Customer as ManagedCustomer } from '@solano/domain/service';
import { PERMISSIONS } from '@solano/domain/service';
import { z } from 'zod';
import { responseInstant, uuid } from '../values.ts';
import { Key, keyJson } from './key.ts';

/** Path of a customer, whose name may have any characters. */
export const CustomerPath = z.object({
  customer: z.string().meta({ description: 'Its name, or its id.', examples: ['acme'] }),
});

export const CustomerKeyPath = CustomerPath.extend({
  id: z.string().meta({ description: 'Of the key.' }),
});

export const CustomerPermissionPath = CustomerPath.extend({
  permission: z.enum(PERMISSIONS).meta({ description: 'Of the customer.' }),
});

export const CustomerRequest = z
  .object({
    name: z
      .string({
        error: ({ input }) =>
          input === undefined ? 'This field is required.' : 'Not a valid string.',
      })
      .meta({ description: 'Unique; 255 characters at most.', examples: ['acme'] }),
    folder: z.boolean('Must be a valid boolean.').optional().meta({
      description:
        'Whether it has a folder of its name in the object store, without which forecasts get a 400; left out: it has.',
    }),
  })
  .meta({ id: 'CustomerRequest', description: 'A customer to add.' });

export const Customer = z
  .object({
    id: uuid('Of the customer.'),
    name: z.string().meta({ examples: ['acme'] }),
    has_folder: z.boolean().meta({ description: 'Whether it has one in the object store.' }),
    permissions: z.array(z.enum(PERMISSIONS)).meta({ description: 'Beyond its own data.' }),
    last_used_at: responseInstant(
      'When one of its keys was last used, to a minute; null: never.',
    ).nullable(),
    keys: z.array(Key).meta({ description: 'All of them, oldest first.' }),
  })
  .meta({ id: 'Customer', description: 'A customer, as operators see it.' });

/** A customer as responses show it. */
export function customerJson(
  { id, name, folder, permissions }: ManagedCustomer,
  keys: readonly ApiKey[] = [],
  lastUsedAt: Date | null = null,
) {
  return {
    id,
    name,
    has_folder: folder !== null,
    permissions,
    last_used_at: lastUsedAt,
    keys: keys.map(keyJson),
  };
}
