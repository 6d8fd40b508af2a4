import { WEBHOOK_EVENTS } from '@solano/domain/service';
import {
  DeviationEvent,
  ForecastEvent,
  GateEvent,
  LateEvent,
  PriceEvent,
  PurchaseEvent,
  ReplannedEvent,
} from '@solano/schemas';
import { expect, test } from 'vitest';
import { apiDocument } from './api-document.ts';

interface Message {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: object;
        readonly examples: Readonly<Record<string, { readonly value: { readonly type: string } }>>;
      };
    };
  };
}

const document = JSON.parse(JSON.stringify(apiDocument())) as {
  readonly webhooks: Readonly<Record<string, { readonly post: Message }>>;
};

test('the document has every event that webhooks are notified of', () => {
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
});

test.each(Object.entries(document.webhooks))(
  'the message %s has its schema, and an example of it',
  (event, { post }) => {
    const { schema, examples } = post.requestBody.content['application/json'];
    const schemas = {
      purchase: ['PurchaseEvent', PurchaseEvent],
      'purchase.replanned': ['ReplannedEvent', ReplannedEvent],
      prices: ['PriceEvent', PriceEvent],
      gate: ['GateEvent', GateEvent],
      production: ['LateEvent', LateEvent],
      'forecast.late': ['LateEvent', LateEvent],
      'forecast.published': ['ForecastEvent', ForecastEvent],
      deviation: ['DeviationEvent', DeviationEvent],
      report: ['DeviationEvent', DeviationEvent],
    } as const;
    const subject = event.split('.')[0] ?? '';
    const [name, body] = schemas[(event in schemas ? event : subject) as keyof typeof schemas];
    expect(schema).toEqual({ $ref: `#/components/schemas/${name}` });
    const value = examples.Message?.value;
    expect(value?.type).toBe(event);
    expect(body.parse(value)).toEqual(value);
  },
);

test.each(Object.entries(document.webhooks))(
  'the message %s has the headers of Standard Webhooks',
  (_, { post }) => {
    expect(post.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'header webhook-id',
      'header webhook-timestamp',
      'header webhook-signature',
    ]);
  },
);
