import {
  type Backtest,
  type BacktestDeps,
  type BacktestState,
  getBacktest,
  requestBacktest,
} from '@solano/domain/desk';
import { BacktestPath, backtestJson, StrategiesQuery, StrategyPath } from '@solano/schemas';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import type { readBacktestText } from './backtest-text.ts';
import { GET_BACKTEST, REQUEST_BACKTEST } from './document.ts';

const BACKTEST: Reader<typeof readBacktestText> = {
  script: new URL('./backtest-text.ts', import.meta.url),
  name: 'readBacktestText',
};

interface BacktestEndpointDeps extends BacktestDeps {
  readonly read: Read;
  /** Items of a series. */
  readonly maxItems: number;
  readonly maxJsonBytes: number;
  readonly bodies: BodyLimit;
}

/** `POST /api/v0/strategies/<user>/backtests?idretailer=<retailer>`, and `GET …/backtests/<id>`. */
export function backtestEndpoints(deps: BacktestEndpointDeps): Endpoint[] {
  const receive = jsonBytes({ maxBytes: () => deps.maxJsonBytes, bodies: deps.bodies });
  const post = operation({
    scopes: ['purchases'],
    params: StrategyPath,
    query: StrategiesQuery,
    receive,
    async handle({ caller, params: { user }, query, body: bytes, request }) {
      const input = { bytes, maxItems: deps.maxItems, now: deps.clock().getTime() };
      const read = await deps.read(BACKTEST, input, readerRequest(caller, bytes));
      const owner = { customerId: caller.customer.id, user, retailer: query.idretailer };
      const id = await requestBacktest(deps, auditSource({ caller, request }), owner, read);
      return json({ id }, { status: 202 });
    },
    metadata: REQUEST_BACKTEST,
  });

  const get = operation({
    scopes: ['read', 'purchases'],
    params: BacktestPath,
    async handle({ caller, params: { user, id } }) {
      const owner = { customerId: caller.customer.id, user };
      return json(stateJson(await getBacktest(deps, owner, id)));
    },
    metadata: GET_BACKTEST,
  });

  const shared = { failure: { error: 'Internal server error while running backtests.' } };
  const path = '/api/v0/strategies/{:user}/backtests';
  return [
    endpoint({ ...shared, paths: [path], methods: { post } }),
    endpoint({ ...shared, paths: [`${path}/:id`], methods: { get } }),
  ];
}

function stateJson({
  id,
  status,
  progress,
  settingsVersion,
  result,
  error,
}: BacktestState): object {
  return {
    id,
    status,
    progress: Math.round(progress * 1000) / 1000,
    settings_version: settingsVersion,
    result: result === null ? null : backtestJson(JSON.parse(result) as Backtest),
    error,
  };
}
