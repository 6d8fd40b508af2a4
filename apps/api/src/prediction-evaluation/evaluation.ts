import { dateAfter, type Pause, SolanoError } from '@solano/domain/kernel';
import { PriceCache } from '@solano/domain/market';
import type { PredictionEvaluation } from '@solano/domain/market/evaluation';
import { EvaluationQuery, PricesPath } from '@solano/schemas';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import type { PricesDeps } from '../prices/prices.ts';
import { EVALUATION } from './document.ts';

/** Maximum days of a request, so that it takes seconds: the command line evaluates longer spans. */
const MAX_DAYS = 366;

/** Responses that are cached: each of some kilobytes. */
const MAX_CACHED = 100;

interface EvaluationDeps extends PricesDeps {
  readonly pause: Pause;
}

/** `GET /api/v0/prices/<region>/<market>/evaluation`. */
export function evaluationEndpoint({ prices, pause }: EvaluationDeps): Endpoint {
  const cached = new PriceCache<ReturnType<typeof documentOf>>(MAX_CACHED);
  const get = operation({
    scopes: ['prices'],
    permission: 'prices',
    params: PricesPath,
    query: EvaluationQuery,
    async handle({ caller, params: { market }, query: { from, to } }) {
      if (to > dateAfter(from, MAX_DAYS - 1)) {
        const message = `From ${from} to ${to} are more than ${MAX_DAYS} days.`;
        throw new SolanoError('invalid_request', message);
      }
      const visible = prices.seenBy(caller.customer.id);
      const evaluate = async () => {
        const { evaluatePredictions } = await import('@solano/domain/market/evaluation');
        return documentOf(await evaluatePredictions(visible, { market, from, to }, { pause }));
      };
      return json(await cached.get(visible, [market], `${from} ${to}`, evaluate));
    },
    metadata: EVALUATION,
  });

  return endpoint({
    paths: ['/api/v0/prices/:region/:market/evaluation'],
    failure: { detail: 'Failed to evaluate prices.' },
    methods: { get },
  });
}

function documentOf(evaluation: PredictionEvaluation) {
  const { rmae, coverage } = evaluation;
  return {
    days: evaluation.days,
    mae: rounded(evaluation.mae),
    rmse: rounded(evaluation.rmse),
    bias: rounded(evaluation.bias),
    rmae_persistence: rounded(rmae.persistence),
    rmae_weekly: rounded(rmae.weekly),
    pinball: rounded(evaluation.pinball),
    coverage: {
      '50': rounded(coverage['50']),
      '80': rounded(coverage['80']),
      '90': rounded(coverage['90']),
    },
    by_hour: evaluation.byHour.map((mae, hour) => ({ hour, mae: rounded(mae) })),
    by_lead_days: evaluation.leads.map(({ leadDays, days, mae }) => {
      return { lead_days: leadDays, days, mae: rounded(mae) };
    }),
  };
}

/** Returns four decimals: of a ratio a hundredth of a percent. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}
