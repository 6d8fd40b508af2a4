import { type OutputDeps, putOutputs, updatePurchase } from '@solano/domain/desk';
import type { Caller } from '@solano/domain/service';
import { PurchasePath } from '@solano/schemas';
import {
  byKeyOrCallback,
  type Callback,
  type CallbackDeps,
} from '../authentication/authentication.ts';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpointFor, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { bufferOf } from '../readers/buffer.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { UPDATE_PURCHASE } from './document.ts';
import { addressOf } from './purchase-address.ts';
import type { readUpdate } from './purchase-text.ts';

export const UPDATE: Reader<typeof readUpdate> = {
  script: new URL('./purchase-text.ts', import.meta.url),
  name: 'readUpdate',
};

export interface UpdatePurchaseDeps extends OutputDeps, CallbackDeps {
  readonly read: Read;
  readonly maxJsonBytes: number;
  readonly bodies: BodyLimit;
  /** Maximum items of a purchase. */
  readonly maxItems: number;
}

/** The rows of an item in four sessions of eight models, and the forty steps of its bids, have fewer bytes. */
const CALLBACK_BYTES_PER_ITEM = 8 * 4 * 100 + 40 * 50;
/** Eight outputs each have a row of five values in each of four sessions; bids have forty steps of three in four rows. */
const VALUES_PER_ITEM = 8 * 4 * 5 + 40 * 3 + 4 * 3;
/** Values of a body besides the rows of its outputs. */
const OTHER_VALUES = 10_000;

/** `PUT /api/v0/user/<user>/purchase/<id>/update`, by the customer or as the callback. */
export function updatePurchaseEndpoint(deps: UpdatePurchaseDeps): Endpoint {
  const { maxJsonBytes, maxItems } = deps;
  // The service's own callbacks carry whole outputs.
  const maxCallbackBytes = Math.max(maxJsonBytes, maxItems * CALLBACK_BYTES_PER_ITEM);
  const maxValues = maxItems * VALUES_PER_ITEM + OTHER_VALUES;

  const put = operation({
    scopes: ['purchases'],
    params: PurchasePath,
    receive: jsonBytes<Caller | Callback>({
      maxBytes: ({ key }) => (key ? maxJsonBytes : maxCallbackBytes),
      bodies: deps.bodies,
    }),
    async handle({ caller, params, body: bytes, request }) {
      // The service's own callbacks may have any number of values.
      const input = { bytes, maxValues: caller.key ? maxValues : undefined };
      const read = await deps.read(UPDATE, input, readerRequest(caller, bytes));
      const outputs = read.outputs.map((out) => ({ ...out, json: bufferOf(out.json).toString() }));
      const update = { ...read, outputs, author: auditSource({ caller, request }) };
      if (caller.key) {
        const { requireBids } = await import('@solano/domain/desk/bids');
        await requireBids(deps, addressOf(caller, params), outputs);
      }
      const purchase = caller.key
        ? await putOutputs(deps, addressOf(caller, params), { ...update, source: 'customer' })
        : await updatePurchase(
            deps,
            { id: params.purchase_id, user: params.user },
            { ...update, source: 'workflow' },
          );
      return json({
        id: purchase.id,
        status: purchase.status,
        error: purchase.error,
        updated_at: purchase.updatedAt,
        message: `Purchase ${purchase.id} updated.`,
      });
    },
    metadata: UPDATE_PURCHASE,
  });

  return endpointFor(byKeyOrCallback(deps), {
    paths: ['/api/v0/user/:user/purchase/:purchase_id/update'],
    methods: { put },
  });
}
