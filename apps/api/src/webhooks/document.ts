import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookPatch,
  WebhookRequest,
} from '@solano/schemas';
import { z } from 'zod';
import {
  errorResponse,
  fieldErrors,
  limitReached,
  NOT_FOUND,
} from '../endpoint/error-responses.ts';
import type { OperationMetadata, ResponseMetadata } from '../endpoint/operation.ts';
import { jsonBody, jsonResponse } from '../endpoint/operation.ts';

const tag = 'Webhooks';

const WEBHOOK = {
  id: '3f0a3c0e-9a5b-4c5e-8b57-6f1f0f6f9b21',
  url: 'https://customer.example/hook',
  events: ['purchase.completed', 'purchase.failed'],
  gate_closing_minutes: 60,
  created_at: '2026-11-21T10:00:00.000Z',
  disabled_at: null,
  previous_secret_until: null,
};
const ADDED = { ...WEBHOOK, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' };
const DELIVERY = {
  id: '5d8c5a3f-0d32-4f0a-9c0b-0c3c2c8d7a11',
  event: 'purchase.completed',
  created_at: '2026-11-21T10:05:00.000Z',
  status: 'delivered',
  settled_at: '2026-11-21T10:05:01.000Z',
  error: '',
};

const BAD = fieldErrors({
  'No https': { url: ['The URL must begin with https://.'] },
  'An unknown event': { events: ['"purchase.deleted" is not a valid choice.'] },
  'Two days before a gate': {
    gate_closing_minutes: ['Ensure this value is less than or equal to 1440.'],
  },
});

const OFF = errorResponse('detail', 'Secrets cannot be encrypted: SECRETS_KEY is not set.', [
  'Webhooks are not configured: SECRETS_KEY is not set.',
]);

const attempted: ResponseMetadata = jsonResponse(
  'How the endpoint responded to the message; never the body of its response.',
  WebhookAttempt,
  {
    Taken: { status: 204, ms: 83, error: '' },
    'Not reached': {
      status: null,
      ms: 10000,
      error: 'The endpoint cannot be reached, or does not answer in time.',
    },
  },
);

export const LIST_WEBHOOKS: OperationMetadata = {
  id: 'listWebhooks',
  tag,
  summary: 'List the customer’s webhooks',
  responses: {
    200: jsonResponse('All of them, oldest first.', z.array(Webhook), { One: [WEBHOOK] }),
  },
};

export const ADD_WEBHOOK: OperationMetadata = {
  id: 'addWebhook',
  tag,
  summary: 'Add a webhook',
  body: jsonBody(WebhookRequest, { 'Of purchases': { url: WEBHOOK.url, events: WEBHOOK.events } }),
  responses: {
    201: jsonResponse('The webhook; its secret is shown only once.', NewWebhook, { New: ADDED }),
    400: BAD,
    409: limitReached('A customer has at most 10 webhooks.'),
    503: OFF,
  },
};

export const CHANGE_WEBHOOK: OperationMetadata = {
  id: 'changeWebhook',
  tag,
  summary: 'Change a webhook',
  body: jsonBody(WebhookPatch, { 'Use it again': { enabled: true } }),
  responses: {
    200: jsonResponse('The webhook as it is now.', Webhook, { Changed: WEBHOOK }),
    400: BAD,
    404: NOT_FOUND,
  },
};

export const REMOVE_WEBHOOK: OperationMetadata = {
  id: 'removeWebhook',
  tag,
  summary: 'Remove a webhook with its deliveries',
  responses: { 204: { description: 'The webhook is removed.' }, 404: NOT_FOUND },
};

export const TEST_WEBHOOK: OperationMetadata = {
  id: 'testWebhook',
  tag,
  summary: 'Send a message of the type `webhook.test`',
  responses: { 200: attempted, 404: NOT_FOUND },
};

export const ROTATE_SECRET: OperationMetadata = {
  id: 'rotateWebhookSecret',
  tag,
  summary: 'Replace the secret of a webhook',
  body: jsonBody(SecretRotation, { 'A day of grace': { grace: '24h' } }, { mayBeMissing: true }),
  responses: {
    200: jsonResponse('The webhook; its new secret is shown only once.', NewWebhook, {
      Rotated: ADDED,
    }),
    400: fieldErrors({
      'No duration': { grace: ['Write a number and s, m, h or d, such as 90d.'] },
    }),
    404: NOT_FOUND,
    503: OFF,
  },
};

export const LIST_DELIVERIES: OperationMetadata = {
  id: 'listWebhookDeliveries',
  tag,
  summary: 'List the newest messages to a webhook',
  responses: {
    200: jsonResponse('The newest hundred, newest first.', z.array(WebhookDelivery), {
      One: [DELIVERY],
    }),
    404: NOT_FOUND,
  },
};

export const REPLAY_DELIVERY: OperationMetadata = {
  id: 'replayWebhookDelivery',
  tag,
  summary: 'Send a message once more',
  description: 'With the same `webhook-id` and body, so that receivers recognise a repetition.',
  responses: { 200: attempted, 404: NOT_FOUND },
};
