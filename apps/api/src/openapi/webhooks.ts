import { GateEvent, PriceEvent, PurchaseEvent } from '@solano/schemas';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';

const DESCRIPTION = `Sent to the webhooks of the customer (\`solano webhook add\`), signed as
[Standard Webhooks](https://www.standardwebhooks.com) has it: HMAC-SHA256 with the webhook's secret over
\`<webhook-id>.<webhook-timestamp>.<body>\`. It is retried for three days until it is answered 2xx, and
may come twice: its \`webhook-id\` tells.`;

const HEADERS = z.object({
  'webhook-id': z
    .string()
    .meta({ description: 'Identifies the message; the same in every attempt.' }),
  'webhook-timestamp': z.string().meta({
    description: 'The time of this attempt, in seconds since 1970.',
    examples: ['1795330800'],
  }),
  'webhook-signature': z
    .string()
    .meta({ description: 'One or more signatures between spaces.', examples: ['v1,g0hM9S…='] }),
});

const RESPONSES = {
  '2XX': { description: 'The message is delivered.' },
  '410': { description: 'The endpoint is gone: the webhook is disabled.' },
  default: { description: 'The message is retried later.' },
};

const OPERATION_IDS = {
  'purchase.completed': 'purchaseCompleted',
  'purchase.failed': 'purchaseFailed',
  'purchase.decided': 'purchaseDecided',
} as const;

const PRICE_OPERATIONS = {
  'prices.published': 'pricesPublished',
  'prices.revised': 'pricesRevised',
  'prices.late': 'pricesLate',
} as const;

/** The messages that the service sends, by event. */
export const WEBHOOKS: ZodOpenApiPathsObject = {
  'purchase.completed': messageOf('purchase.completed', 'A purchase has its strategy outputs'),
  'purchase.failed': messageOf('purchase.failed', 'A purchase has failed'),
  'purchase.decided': messageOf('purchase.decided', 'A desk has decided on a purchase'),
  'prices.published': priceMessage('prices.published', 'The prices of a market’s day are there'),
  'prices.revised': priceMessage('prices.revised', 'The prices of a market’s day have changed'),
  'prices.late': priceMessage('prices.late', 'The prices of a market’s day are an hour late'),
  'gate.closing': gateMessage(),
};

function priceMessage(type: keyof typeof PRICE_OPERATIONS, summary: string) {
  const isLate = type === 'prices.late';
  const value = {
    type,
    timestamp: '2026-11-22T12:31:04.000Z',
    data: {
      region: 'spain',
      market: 'md_pdbc_spain',
      session: 'MD',
      day: '2026-11-23',
      status: isLate ? 'missing' : 'realised',
      source: isLate ? null : 'omie',
      revision: isLate ? null : 1,
      expected_at: '2026-11-22T12:30:00.000Z',
    },
  };
  return message({ id: PRICE_OPERATIONS[type], tag: 'Prices', summary, schema: PriceEvent, value });
}

function messageOf(type: keyof typeof OPERATION_IDS, summary: string) {
  const isFailure = type === 'purchase.failed';
  const timestamp = '2026-11-22T10:00:02.000Z';
  const decision = {
    idmodel: 3,
    note: 'as agreed',
    decided_at: timestamp,
    decided_by: 'key 5f1f8d1f2b11',
  };
  const value = {
    type,
    timestamp,
    data: {
      id: '2a1d7c5e-3f0b-4a6c-9d52-6f0f3b8f9e10',
      user: 'ana',
      retailer_id: 'acme',
      status: isFailure ? 'failed' : 'completed',
      error: isFailure ? 'The purchase could not be computed.' : '',
      rows_uploaded: 24,
      created_at: '2026-11-22T10:00:00.000Z',
      updated_at: timestamp,
      ...(type === 'purchase.decided' && { decision }),
    },
  };
  const id = OPERATION_IDS[type];
  return message({ id, tag: 'Purchases', summary, schema: PurchaseEvent, value });
}

function gateMessage() {
  const value = {
    type: 'gate.closing',
    timestamp: '2026-11-22T10:00:12.000Z',
    data: {
      id: '2a1d7c5e-3f0b-4a6c-9d52-6f0f3b8f9e10',
      user: 'ana',
      retailer_id: 'acme',
      session: 'MD',
      market: 'md_pdbc_spain',
      day: '2026-11-23',
      closes_at: '2026-11-22T11:00:00.000Z',
      minutes_left: 59,
    },
  };
  const summary = 'A gate that a purchase without a decision needs is about to close';
  return message({ id: 'gateClosing', tag: 'Purchases', summary, schema: GateEvent, value });
}

interface Message {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly value: object;
}

function message({ id, tag, summary, schema, value }: Message) {
  return {
    post: {
      operationId: id,
      tags: [tag],
      summary,
      description: DESCRIPTION,
      security: [],
      requestParams: { header: HEADERS },
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { Message: { value } } } },
      },
      responses: RESPONSES,
    },
  };
}
