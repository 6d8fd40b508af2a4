import { IssuedKey, Key, KeyRequest, RotationRequest } from '@solano/schemas';
import { z } from 'zod';
import {
  errorResponse,
  fieldErrors,
  limitReached,
  merged,
  NOT_FOUND,
} from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

export const KEY = {
  id: '2xk9',
  label: 'desk',
  scopes: ['read', 'purchases'],
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-11-21T10:05:00.000Z',
};
export const ISSUED = { ...KEY, last_used_at: null, key: 'sol_2xk9_Jx7fPq3mZt8vWc5nRb2yLd4hKs6g' };

export const BAD_KEY_FIELDS = fieldErrors({
  'An unknown scope': { scopes: ['"write" is not a valid choice.'] },
  'No duration': { expires_in: ['Write a number and s, m, h or d, such as 90d.'] },
});

export const TOO_MANY_KEYS = limitReached(
  'A customer has at most 100 valid keys: revoke one first.',
);

export const LIST_KEYS: OperationMetadata = {
  id: 'listKeys',
  tag: 'Keys',
  summary: 'List the customer’s keys',
  responses: {
    200: jsonResponse('All of them, oldest first.', z.array(Key), { One: [KEY] }),
  },
};

export const ISSUE_KEY: OperationMetadata = {
  id: 'issueKey',
  tag: 'Keys',
  summary: 'Issue a key',
  description:
    'A key cannot issue scopes that it does not have, nor a key that is valid for longer than itself; `operator` is issued by the command line only.',
  body: jsonBody(
    KeyRequest,
    { 'For a desk': { label: 'desk', scopes: ['read', 'purchases'], expires_in: '90d' } },
    { mayBeMissing: true },
  ),
  responses: {
    201: jsonResponse('The key, which is shown only once.', IssuedKey, { New: ISSUED }),
    400: BAD_KEY_FIELDS,
    409: TOO_MANY_KEYS,
  },
};

export const REVOKE_KEY: OperationMetadata = {
  id: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke a key',
  description: 'A key can revoke only keys whose scopes it has itself.',
  responses: { 204: { description: 'The key is revoked.' }, 404: NOT_FOUND },
};

export const ROTATE_KEY: OperationMetadata = {
  id: 'rotateKey',
  tag: 'Keys',
  summary: 'Replace a key',
  description:
    'The new key has the label, scopes and lifetime of the old one, but is not valid for longer than the key that asks. A key can replace only keys whose scopes it has itself.',
  body: jsonBody(RotationRequest, { 'A day of grace': { grace: '24h' } }, { mayBeMissing: true }),
  responses: {
    201: jsonResponse('The new key, which is shown only once.', IssuedKey, { New: ISSUED }),
    400: merged([
      fieldErrors({ 'No duration': { grace: ['Write a number and s, m, h or d, such as 90d.'] } }),
      errorResponse('error', 'The key cannot be replaced.', ['Key 2xk9 is not valid any more.']),
    ]),
    404: NOT_FOUND,
    409: TOO_MANY_KEYS,
  },
};
