import {
  DeviationEvent,
  ForecastEvent,
  GateEvent,
  LateEvent,
  PriceEvent,
  PurchaseEvent,
  ReplannedEvent,
} from '@solano/schemas';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { CAUSES, FIGURES } from '../deviation/examples.ts';
import type { Tag } from '../endpoint/operation.ts';

const DESCRIPTION = `Sent to the webhooks of the customer (\`solano webhook add\`), signed as
[Standard Webhooks](https://www.standardwebhooks.com) specifies: HMAC-SHA256 with the webhook's secret over
\`<webhook-id>.<webhook-timestamp>.<body>\`. A message is retried for three days until the
endpoint responds with 2xx. It may arrive twice, with the same \`webhook-id\`.`;

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

const DAY_AHEAD = { session: 'MD', market: 'md_pdbc_spain', day: '2026-11-23' };
const PURCHASE = {
  id: '2a1d7c5e-3f0b-4a6c-9d52-6f0f3b8f9e10',
  user: 'ana',
  retailer_id: 'acme',
};
const DECIDED_AT = '2026-11-22T10:00:02.000Z';

const LATE = {
  tag: 'Measured energy',
  schema: LateEvent,
  timestamp: '2026-11-23T06:30:00.000Z',
  data: {
    day: '2026-11-23',
    plants: [
      {
        id: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
        plant: 'MUXIA',
        last_delivered_at: '2026-11-22T05:10:00.000Z',
        expected_by: '2026-11-23T06:30:00.000Z',
      },
    ],
  },
} as const;

const DAY = { periods: 96, ...FIGURES, ...CAUSES };

/** The messages that the service sends, by event. */
export const WEBHOOKS: ZodOpenApiPathsObject = {
  ...purchaseMessage('purchase.completed', 'A purchase has its strategy outputs'),
  ...purchaseMessage('purchase.failed', 'A purchase has failed', {
    status: 'failed',
    error: 'The purchase could not be computed.',
  }),
  ...purchaseMessage('purchase.decided', 'A desk has decided on a purchase', {
    decision: {
      idmodel: 3,
      note: 'as agreed',
      decided_at: DECIDED_AT,
      decided_by: 'key 5f1f8d1f2b11',
    },
  }),
  ...message('purchase.replanned', {
    tag: 'Purchases',
    summary: 'The bids of a purchase were recomputed',
    schema: ReplannedEvent,
    timestamp: '2026-11-22T12:45:07.000Z',
    data: {
      ...PURCHASE,
      ...DAY_AHEAD,
      session: 'MID1',
      market: 'mid_pibc01_spain',
      closes_at: '2026-11-22T14:00:00.000Z',
      revision: 1,
      bid_mwh: 0.15,
    },
  }),
  ...priceMessage('prices.published', 'The prices of a market’s day are published'),
  ...priceMessage('prices.revised', 'The prices of a market’s day have changed'),
  ...priceMessage('prices.late', 'The prices of a market’s day are an hour late', {
    status: 'missing',
    source: null,
    revision: null,
  }),
  ...message('gate.closing', {
    tag: 'Purchases',
    summary: 'A gate is about to close for a purchase without a decision',
    schema: GateEvent,
    timestamp: '2026-11-22T10:00:12.000Z',
    data: {
      ...PURCHASE,
      ...DAY_AHEAD,
      closes_at: '2026-11-22T11:00:00.000Z',
      minutes_left: 59,
    },
  }),
  ...message('production.late', { ...LATE, summary: 'Production of plants is an hour late' }),
  ...message('forecast.late', { ...LATE, summary: 'Forecasts of plants are an hour late' }),
  ...message('forecast.published', {
    tag: 'Forecasts',
    summary: 'The service has made new forecasts of plants',
    schema: ForecastEvent,
    timestamp: '2026-11-22T07:07:09.000Z',
    data: {
      generated_at: '2026-11-22T07:07:00.000Z',
      plants: [
        {
          id: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
          plant: 'MUXIA',
          method: 'learned',
          weather: { source: 'open-meteo', issued_at: '2026-11-22T00:00:00.000Z' },
          from: '2026-11-22T07:00:00.000Z',
          to: '2026-11-29T07:00:00.000Z',
        },
      ],
    },
  }),
  ...deviationMessage('deviation.published', 'All is known of the deviation of a day', {
    day: '2026-11-22',
    ...DAY,
  }),
  ...deviationMessage('deviation.revised', 'The deviation of a day has changed', {
    day: '2026-11-22',
    revision: 2,
    before: DAY,
    after: {
      ...DAY,
      deviation_cost: '132.60',
      cost_over_day_ahead: '42.60',
      volume_short: '40.10',
    },
  }),
  ...deviationMessage('report.ready', 'All days of a month are complete: its report is ready', {
    month: '2026-11',
    path: '/api/v0/user/ana/report?retailer_id=acme&month=2026-11',
  }),
};

function deviationMessage(event: string, summary: string, own: object) {
  const data = { user: 'ana', retailer_id: 'acme', ...own };
  const timestamp = '2026-11-24T09:00:00.000Z';
  return message(event, { tag: 'Deviation', summary, schema: DeviationEvent, timestamp, data });
}

function purchaseMessage(event: string, summary: string, own: object = {}) {
  const data = {
    ...PURCHASE,
    status: 'completed',
    error: '',
    rows_uploaded: 24,
    created_at: '2026-11-22T10:00:00.000Z',
    updated_at: DECIDED_AT,
    ...own,
  };
  const schema = PurchaseEvent;
  return message(event, { tag: 'Purchases', summary, schema, timestamp: DECIDED_AT, data });
}

function priceMessage(event: string, summary: string, own: object = {}) {
  const timestamp = '2026-11-22T12:31:04.000Z';
  const data = {
    region: 'spain',
    ...DAY_AHEAD,
    status: 'realised',
    source: 'omie',
    revision: 1,
    expected_at: '2026-11-22T12:30:00.000Z',
    ...own,
  };
  return message(event, { tag: 'Prices', summary, schema: PriceEvent, timestamp, data });
}

interface Message {
  readonly tag: Tag;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly timestamp: string;
  readonly data: object;
}

/** The message of an event, with an example of it. */
function message(event: string, { tag, summary, schema, timestamp, data }: Message) {
  const value = { type: event, timestamp, data };
  const operation = {
    // `purchaseCompleted` for `purchase.completed`.
    operationId: event.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()),
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
  };
  return { [event]: { post: operation } };
}
