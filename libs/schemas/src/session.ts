import { PERMISSIONS, SCOPES } from '@solano/domain/service';
import { z } from 'zod';
import { responseInstant } from './values.ts';

export const SignIn = z
  .object({
    code: z.string().meta({ description: 'The code of a sign-in link; it can be used once.' }),
  })
  .partial()
  .meta({ id: 'SignIn', description: 'The code of a sign-in link, where no key is sent.' });

export const Session = z
  .object({
    customer: z.string().meta({ description: 'Name of the customer.', examples: ['Norte'] }),
    label: z.string().meta({ description: 'What the key is for.', examples: ['desk'] }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the key may be used for.' }),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .meta({ description: 'What the customer may read beyond its own data.' }),
    expires_at: responseInstant('When the session or the key ends; null: never.').nullable(),
  })
  .meta({ id: 'Session', description: 'The customer and key of the session.' });
