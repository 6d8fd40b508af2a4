import { AUDIT_ACTIONS } from '@solano/domain/service';
import { z } from 'zod';
import { responseInstant } from './values.ts';

const Entry = z
  .object({
    at: responseInstant('When it was done.'),
    actor: z.string().meta({
      description: '`key <id>`, `operator <name>`, `workflow`, or `service`.',
      examples: ['key 2xk9'],
    }),
    action: z.enum(AUDIT_ACTIONS).meta({ description: 'What was done.' }),
    subject: z.string().meta({ description: 'Id or name of what was changed.' }),
    origin: z.string().meta({ description: 'The address or host that it came from.' }),
    request_id: z.string().nullable().meta({ description: 'The `X-Request-Id` of the request.' }),
  })
  .meta({ id: 'AuditEntry', description: 'A change of the customer’s data.' });

export const AuditPage = z
  .object({
    entries: z.array(Entry),
    next_cursor: z.string().nullable().meta({
      description: 'Asks for the page after this one; null: there is none.',
    }),
  })
  .meta({ id: 'AuditPage', description: 'A page of the audit log, newest first.' });
