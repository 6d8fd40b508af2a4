import { MAX_GATE_CLOSING_MINUTES, WEBHOOK_EVENTS } from '@solano/domain/service';
import { z } from 'zod';
import { choices, duration, responseInstant, uuid } from './values.ts';

const url = z
  .string({
    error: ({ input }) => (input === undefined ? 'This field is required.' : 'Not a valid string.'),
  })
  .meta({
    description: 'Where messages are posted to: https, a public address.',
    examples: ['https://customer.example/hook'],
  });
const events = choices(WEBHOOK_EVENTS).meta({ description: 'The events that it is notified of.' });

const gateClosingMinutes = z
  .int('A valid integer is required.')
  .min(1, 'Ensure this value is greater than or equal to 1.')
  .max(
    MAX_GATE_CLOSING_MINUTES,
    `Ensure this value is less than or equal to ${MAX_GATE_CLOSING_MINUTES}.`,
  )
  .meta({ description: 'How many minutes before a gate closes `gate.closing` is sent.' });

export const WebhookRequest = z
  .object({
    url,
    events: events.optional().meta({
      description:
        'The events that it is notified of; left out: purchases that are completed or failed.',
    }),
    gate_closing_minutes: gateClosingMinutes.optional().meta({
      description: 'How many minutes before a gate closes `gate.closing` is sent; left out: 60.',
    }),
  })
  .meta({ id: 'WebhookRequest', description: 'A webhook to add.' });

export const WebhookPatch = z
  .object({
    url,
    events,
    gate_closing_minutes: gateClosingMinutes,
    enabled: z
      .boolean('Must be a valid boolean.')
      .meta({ description: 'Whether messages are sent to it.' }),
  })
  .partial()
  .meta({ id: 'WebhookPatch', description: 'What to change of a webhook.' });

export const SecretRotation = z
  .object({
    grace: duration(
      'How long messages are also signed with the old secret; 24h by default.',
      '24h',
    ),
  })
  .partial()
  .meta({ id: 'SecretRotation', description: 'How a secret is replaced.' });

export const Webhook = z
  .object({
    id: uuid('Of the webhook.'),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    gate_closing_minutes: z
      .int()
      .meta({ description: 'How many minutes before a gate closes `gate.closing` is sent.' }),
    created_at: responseInstant('When it was added.'),
    disabled_at: responseInstant('Since when nothing is sent to it; null: in use.').nullable(),
    previous_secret_until: responseInstant(
      'Until when messages are also signed with the secret before the last rotation; null: they are not.',
    ).nullable(),
  })
  .meta({
    id: 'Webhook',
    description: 'An endpoint that is notified of events, without its secret.',
  });

export const NewWebhook = Webhook.extend({
  secret: z.string().meta({ description: 'Signs messages. It cannot be read again.' }),
}).meta({ id: 'NewWebhook', description: 'A webhook with its new secret.' });

export const WebhookDelivery = z
  .object({
    id: uuid('Of the message: its `webhook-id`.'),
    event: z.enum(WEBHOOK_EVENTS),
    created_at: responseInstant('When the event happened.'),
    status: z.enum(['pending', 'delivered', 'failed']),
    settled_at: responseInstant('When it was delivered or given up; null: pending.').nullable(),
    error: z.string().meta({ description: 'Why it failed; empty where it did not.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A message to a webhook.' });

export const WebhookAttempt = z
  .object({
    status: z.int().nullable().meta({ description: 'Of the response; null: there was none.' }),
    ms: z.int().meta({ description: 'Until the response, or until it was given up.' }),
    error: z.string().meta({ description: 'Why there was none; empty where there was one.' }),
  })
  .meta({ id: 'WebhookAttempt', description: 'How an endpoint responded to a message.' });
