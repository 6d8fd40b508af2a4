import {
  type IssuedKey,
  issueOwnKey,
  type KeyDeps,
  type KeyOptions,
  revokeOwnKey,
  rotateOwnKey,
} from '@solano/domain/service';
import { KeyPath, KeyRequest, keyJson, RotationRequest } from '@solano/schemas';
import type { z } from 'zod';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readBody } from '../endpoint/input.ts';
import { json, NO_CONTENT } from '../http/response.ts';
import { ISSUE_KEY, LIST_KEYS, REVOKE_KEY, ROTATE_KEY } from './document.ts';

const MAX_BODY_BYTES = 10_000;

interface KeyEndpointsDeps extends KeyDeps {
  readonly bodies: BodyLimit;
}

/** Endpoints at `/api/v0/keys`: the customer's own keys, listed, issued, revoked and rotated. */
export function keyEndpoints(deps: KeyEndpointsDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });

  const list = operation({
    scopes: ['keys'],
    handle: async ({ caller }) => json((await deps.keys.list(caller.customer.id)).map(keyJson)),
    metadata: LIST_KEYS,
  });

  const issue = operation({
    scopes: ['keys'],
    receive,
    async handle(input) {
      const options = keyOptions(readBody(KeyRequest, input.body));
      return issuedKey(await issueOwnKey(deps, auditSource(input), input.caller, options));
    },
    metadata: ISSUE_KEY,
  });

  const revoke = operation({
    scopes: ['keys'],
    params: KeyPath,
    async handle(input) {
      await revokeOwnKey(deps, auditSource(input), input.caller, input.params.id);
      return NO_CONTENT;
    },
    metadata: REVOKE_KEY,
  });

  const rotate = operation({
    scopes: ['keys'],
    params: KeyPath,
    receive,
    async handle(input) {
      const { grace = 0 } = readBody(RotationRequest, input.body);
      const { caller, params } = input;
      return issuedKey(await rotateOwnKey(deps, auditSource(input), caller, params.id, grace));
    },
    metadata: ROTATE_KEY,
  });

  return [
    endpoint({ paths: ['/api/v0/keys'], methods: { get: list, post: issue } }),
    endpoint({ paths: ['/api/v0/keys/:id'], methods: { delete: revoke } }),
    endpoint({ paths: ['/api/v0/keys/:id/rotate'], methods: { post: rotate } }),
  ];
}

/** What a request says of a key to issue. */
export function keyOptions({
  label,
  scopes,
  expires_in: lifetimeMs,
}: z.output<typeof KeyRequest>): KeyOptions {
  return {
    ...(label !== undefined && { label }),
    ...(scopes && { scopes }),
    ...(lifetimeMs !== undefined && { lifetimeMs }),
  };
}

/** The response with a new key, which cannot be read again. */
export function issuedKey({ key, token }: IssuedKey) {
  return json({ ...keyJson(key), key: token }, { status: 201 });
}
