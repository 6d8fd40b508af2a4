import {
  listStrategies,
  type Strategies,
  type StrategyStore,
  setStrategies,
} from '@solano/domain/desk';
import type { Clock } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import { SettingsQuery, StrategiesQuery, StrategyPath } from '@solano/schemas';
import { jsonBytes, parseBody } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { type HttpResponse, json } from '../http/response.ts';
import { GET_SETTINGS, LIST_STRATEGIES, PUT_SETTINGS } from './document.ts';

interface StrategyDeps {
  readonly strategies: StrategyStore;
  readonly clock: Clock;
  readonly bodies: BodyLimit;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_VALUES = 1_000;

/**
 * `GET /api/v0/strategies/<user>?idretailer=<retailer>`, and `GET` and `PUT …/<user>/settings` of the
 * same.
 */
export function strategyEndpoints(deps: StrategyDeps): Endpoint[] {
  const list = operation({
    scopes: ['read', 'purchases'],
    params: StrategyPath,
    query: StrategiesQuery,
    async handle({ caller, params: { user }, query: { idretailer } }) {
      const { models } = await listStrategies(deps.strategies, ownerOf(caller, user, idretailer));
      return json(models);
    },
    metadata: LIST_STRATEGIES,
  });

  const get = operation({
    scopes: ['read', 'purchases'],
    params: StrategyPath,
    query: SettingsQuery,
    async handle({ caller, params: { user }, query: { idretailer, version } }) {
      const owner = ownerOf(caller, user, idretailer);
      return settingsOf(await listStrategies(deps.strategies, owner, version));
    },
    metadata: GET_SETTINGS,
  });

  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });
  const put = operation({
    scopes: ['purchases'],
    params: StrategyPath,
    query: StrategiesQuery,
    receive,
    async handle({ caller, params: { user }, query: { idretailer }, body, request }) {
      parseBody(body, { maxValues: MAX_BODY_VALUES });
      // A byte order mark is not JSON; the rest of the text is valid JSON.
      const text = body.toString().replace(/^\ufeff/, '');
      const settings: unknown = JSON.parse(text || 'null');
      const source = auditSource({ caller, request });
      const owner = ownerOf(caller, user, idretailer);
      return settingsOf(await setStrategies(deps, source, owner, settings));
    },
    metadata: PUT_SETTINGS,
  });

  const path = '/api/v0/strategies';
  const shared = { failure: { error: 'Internal server error while retrieving strategies.' } };
  return [
    endpoint({ ...shared, paths: [path, `${path}/{:user}`], methods: { get: list } }),
    endpoint({ ...shared, paths: [`${path}/{:user}/settings`], methods: { get, put } }),
  ];
}

function ownerOf({ customer }: Caller, user: string, retailer: string) {
  return { customerId: customer.id, user, retailer };
}

function settingsOf({ version, models }: Strategies): HttpResponse {
  return json(models, { headers: { 'X-Settings-Version': String(version) } });
}
