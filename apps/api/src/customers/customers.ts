import {
  type AuditSource,
  addCustomer,
  type Caller,
  type CustomerDeps,
  type KeyDeps,
  setPermission,
} from '@solano/domain/service';
import {
  CustomerKeyPath,
  CustomerPath,
  CustomerPermissionPath,
  CustomerRequest,
  customerJson,
  KeyRequest,
} from '@solano/schemas';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readBody } from '../endpoint/input.ts';
import type { RequestMetadata } from '../http/request.ts';
import { json, NO_CONTENT } from '../http/response.ts';
import { issuedKey, keyOptions } from '../keys/keys.ts';
import {
  ADD_CUSTOMER,
  GRANT_PERMISSION,
  ISSUE_CUSTOMER_KEY,
  LIST_CUSTOMERS,
  REVOKE_CUSTOMER_KEY,
  REVOKE_PERMISSION,
} from './document.ts';

const MAX_BODY_BYTES = 10_000;

const scopes = ['operator'] as const;

interface CustomerEndpointsDeps extends KeyDeps, CustomerDeps {
  readonly bodies: BodyLimit;
}

/** Endpoints at `/api/v0/customers`: all customers, their keys and permissions, for operators. */
export function customerEndpoints(deps: CustomerEndpointsDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });

  const list = operation({
    scopes,
    async handle() {
      const { listCustomers } = await import('@solano/domain/service/customers');
      const customers = await listCustomers(deps);
      return json(
        customers.map(({ customer, keys, lastUsedAt }) => customerJson(customer, keys, lastUsedAt)),
      );
    },
    metadata: LIST_CUSTOMERS,
  });

  const add = operation({
    scopes,
    receive,
    async handle(input) {
      const { name, folder = true } = readBody(CustomerRequest, input.body);
      const options = { withoutFolder: !folder };
      const customer = await addCustomer(deps, operatorSource(input), name, options);
      return json(customerJson(customer), { status: 201 });
    },
    metadata: ADD_CUSTOMER,
  });

  const issue = operation({
    scopes,
    params: CustomerPath,
    receive,
    async handle(input) {
      const options = keyOptions(readBody(KeyRequest, input.body));
      const { issueCustomerKey } = await import('@solano/domain/service/customers');
      const { customer } = input.params;
      return issuedKey(await issueCustomerKey(deps, operatorSource(input), customer, options));
    },
    metadata: ISSUE_CUSTOMER_KEY,
  });

  const revoke = operation({
    scopes,
    params: CustomerKeyPath,
    async handle(input) {
      const { revokeCustomerKey } = await import('@solano/domain/service/customers');
      const { customer, id } = input.params;
      await revokeCustomerKey(deps, operatorSource(input), customer, id);
      return NO_CONTENT;
    },
    metadata: REVOKE_CUSTOMER_KEY,
  });

  const permit = (granted: boolean) =>
    operation({
      scopes,
      params: CustomerPermissionPath,
      async handle(input) {
        const { customer, permission } = input.params;
        await setPermission(deps, operatorSource(input), customer, permission, granted);
        return NO_CONTENT;
      },
      metadata: granted ? GRANT_PERMISSION : REVOKE_PERMISSION,
    });

  const path = '/api/v0/customers/:customer';
  return [
    endpoint({ paths: ['/api/v0/customers'], methods: { get: list, post: add } }),
    endpoint({ paths: [`${path}/keys`], methods: { post: issue } }),
    endpoint({ paths: [`${path}/keys/:id`], methods: { delete: revoke } }),
    endpoint({
      paths: [`${path}/permissions/:permission`],
      methods: { put: permit(true), delete: permit(false) },
    }),
  ];
}

/** The operator in the audit log of a customer, which does not know the operator's key. */
function operatorSource(input: {
  readonly caller: Caller;
  readonly request: RequestMetadata;
}): AuditSource {
  return { ...auditSource(input), actor: `operator key ${input.caller.key.id}` };
}
