import { Customer, CustomerRequest, IssuedKey, KeyRequest } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, fieldErrors, merged } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';
import { BAD_KEY_FIELDS, ISSUED, KEY, TOO_MANY_KEYS } from '../keys/document.ts';

const tag = 'Customers';

const CUSTOMER = {
  id: '3f0a3c0e-9a5b-4c5e-8b57-6f1f0f6f9b21',
  name: 'acme',
  has_folder: true,
  permissions: ['prices'],
  last_used_at: KEY.last_used_at,
  keys: [KEY],
};

const UNKNOWN_CUSTOMER = errorResponse('detail', 'There is no such customer.', [
  'There is no customer acme.',
]);

export const LIST_CUSTOMERS: OperationMetadata = {
  id: 'listCustomers',
  tag,
  summary: 'List all customers with their keys',
  responses: {
    200: jsonResponse('All of them by name.', z.array(Customer), { One: [CUSTOMER] }),
  },
};

export const ADD_CUSTOMER: OperationMetadata = {
  id: 'addCustomer',
  tag,
  summary: 'Add a customer',
  description: 'It has no permission and no key at first.',
  body: jsonBody(CustomerRequest, { 'Without forecasts': { name: 'acme', folder: false } }),
  responses: {
    201: jsonResponse('The customer.', Customer, {
      New: { ...CUSTOMER, permissions: [], last_used_at: null, keys: [] },
    }),
    400: merged([
      fieldErrors({ 'No name': { name: ['This field is required.'] } }),
      errorResponse('error', 'The name cannot be used.', [
        'A customer needs a name without control characters.',
        'The name market is reserved: the service keeps objects of its own under it.',
      ]),
    ]),
    409: errorResponse('error', 'The name is taken.', ['There is a customer acme already.']),
  },
};

export const ISSUE_CUSTOMER_KEY: OperationMetadata = {
  id: 'issueCustomerKey',
  tag,
  summary: 'Issue a key of a customer',
  description:
    'Any scope but `operator`, which is issued by the command line only; default: `read`, `plants`, `purchases`, `uploads`, `prices`.',
  body: jsonBody(
    KeyRequest,
    { 'For a desk': { label: 'desk', scopes: ['read', 'purchases'], expires_in: '90d' } },
    { mayBeMissing: true },
  ),
  responses: {
    201: jsonResponse('The key, which is shown only once.', IssuedKey, { New: ISSUED }),
    400: BAD_KEY_FIELDS,
    404: UNKNOWN_CUSTOMER,
    409: TOO_MANY_KEYS,
  },
};

export const REVOKE_CUSTOMER_KEY: OperationMetadata = {
  id: 'revokeCustomerKey',
  tag,
  summary: 'Revoke a key of a customer',
  responses: {
    204: { description: 'The key is revoked.' },
    404: errorResponse('detail', 'There is no such customer, or it has no such key.', [
      'There is no customer acme.',
      'Not found.',
    ]),
  },
};

export const GRANT_PERMISSION: OperationMetadata = {
  id: 'grantPermission',
  tag,
  summary: 'Grant a customer a permission',
  description: 'Granting it again changes nothing.',
  responses: { 204: { description: 'The permission is granted.' }, 404: UNKNOWN_CUSTOMER },
};

export const REVOKE_PERMISSION: OperationMetadata = {
  id: 'revokePermission',
  tag,
  summary: 'Revoke a permission of a customer',
  responses: { 204: { description: 'The permission is revoked.' }, 404: UNKNOWN_CUSTOMER },
};
