import {
  addWebhook,
  changeWebhook,
  type Delivery,
  type OwnWebhookDeps,
  ownDeliveries,
  removeOwnWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WithNewSecret,
} from '@solano/domain/service';
import {
  DeliveryPath,
  SecretRotation,
  WebhookPatch,
  WebhookPath,
  WebhookRequest,
} from '@solano/schemas';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readBody } from '../endpoint/input.ts';
import { json, NO_CONTENT } from '../http/response.ts';
import {
  ADD_WEBHOOK,
  CHANGE_WEBHOOK,
  LIST_DELIVERIES,
  LIST_WEBHOOKS,
  REMOVE_WEBHOOK,
  REPLAY_DELIVERY,
  ROTATE_SECRET,
  TEST_WEBHOOK,
} from './document.ts';

const MAX_BODY_BYTES = 10_000;
const PATH = '/api/v0/webhooks';

interface WebhookEndpointsDeps extends OwnWebhookDeps {
  readonly bodies: BodyLimit;
}

/** Endpoints at `/api/v0/webhooks`: the customer's own webhooks, their secrets and deliveries. */
export function webhookEndpoints(deps: WebhookEndpointsDeps): Endpoint[] {
  return [
    endpoint({ paths: [PATH], methods: collection(deps) }),
    endpoint({ paths: [`${PATH}/:id`], methods: webhook(deps) }),
    endpoint({ paths: [`${PATH}/:id/test`], methods: { post: test(deps) } }),
    endpoint({ paths: [`${PATH}/:id/rotate-secret`], methods: { post: rotate(deps) } }),
    endpoint({ paths: [`${PATH}/:id/deliveries`], methods: { get: deliveries(deps) } }),
    endpoint({
      paths: [`${PATH}/:id/deliveries/:delivery_id/replay`],
      methods: { post: replay(deps) },
    }),
  ];
}

function receiver({ bodies }: WebhookEndpointsDeps) {
  return jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies });
}

function collection(deps: WebhookEndpointsDeps) {
  const get = operation({
    scopes: ['webhooks'],
    handle: async ({ caller }) => json((await deps.webhooks.list(caller.customer.id)).map(toJson)),
    metadata: LIST_WEBHOOKS,
  });
  const post = operation({
    scopes: ['webhooks'],
    receive: receiver(deps),
    async handle(input) {
      const body = readBody(WebhookRequest, input.body);
      const { customer } = input.caller;
      const added = await addWebhook(deps, auditSource(input), customer, settingsOf(body));
      return json(withSecret(added), { status: 201 });
    },
    metadata: ADD_WEBHOOK,
  });
  return { get, post };
}

function webhook(deps: WebhookEndpointsDeps) {
  const patch = operation({
    scopes: ['webhooks'],
    params: WebhookPath,
    receive: receiver(deps),
    async handle(input) {
      const { caller, params, body } = input;
      const change = settingsOf(readBody(WebhookPatch, body));
      const source = auditSource(input);
      return json(toJson(await changeWebhook(deps, source, caller.customer, params.id, change)));
    },
    metadata: CHANGE_WEBHOOK,
  });
  const remove = operation({
    scopes: ['webhooks'],
    params: WebhookPath,
    async handle(input) {
      await removeOwnWebhook(deps, auditSource(input), input.caller.customer, input.params.id);
      return NO_CONTENT;
    },
    metadata: REMOVE_WEBHOOK,
  });
  return { patch, delete: remove };
}

function test(deps: WebhookEndpointsDeps) {
  return operation({
    scopes: ['webhooks'],
    params: WebhookPath,
    waitsOutside: true,
    handle: async ({ caller, params }) => json(await testWebhook(deps, caller.customer, params.id)),
    metadata: TEST_WEBHOOK,
  });
}

function rotate(deps: WebhookEndpointsDeps) {
  return operation({
    scopes: ['webhooks'],
    params: WebhookPath,
    receive: receiver(deps),
    async handle(input) {
      const { grace } = readBody(SecretRotation, input.body);
      const { customer } = input.caller;
      const source = auditSource(input);
      const rotated = await rotateWebhookSecret(deps, source, customer, input.params.id, grace);
      return json(withSecret(rotated));
    },
    metadata: ROTATE_SECRET,
  });
}

function deliveries(deps: WebhookEndpointsDeps) {
  return operation({
    scopes: ['webhooks'],
    params: WebhookPath,
    handle: async ({ caller, params }) =>
      json((await ownDeliveries(deps, caller.customer, params.id)).map(deliveryJson)),
    metadata: LIST_DELIVERIES,
  });
}

function replay(deps: WebhookEndpointsDeps) {
  return operation({
    scopes: ['webhooks'],
    params: DeliveryPath,
    waitsOutside: true,
    async handle(input) {
      const { id, delivery_id: deliveryId } = input.params;
      const { customer } = input.caller;
      const source = auditSource(input);
      return json(await replayDelivery(deps, source, customer, { id, deliveryId }));
    },
    metadata: REPLAY_DELIVERY,
  });
}

function settingsOf<Body extends { gate_closing_minutes?: number | undefined }>(body: Body) {
  const { gate_closing_minutes: gateClosingMinutes, ...rest } = body;
  return { ...rest, gateClosingMinutes };
}

function toJson({ id, url, events, gateClosingMinutes, ...rest }: Webhook) {
  return {
    id,
    url,
    events,
    gate_closing_minutes: gateClosingMinutes,
    created_at: rest.createdAt,
    disabled_at: rest.disabledAt,
    previous_secret_until: rest.previousSecret?.until ?? null,
  };
}

function withSecret({ webhook, secret }: WithNewSecret) {
  return { ...toJson(webhook), secret };
}

function deliveryJson({ id, event, createdAt, status, settledAt, error }: Delivery) {
  return { id, event, created_at: createdAt, status, settled_at: settledAt, error };
}
