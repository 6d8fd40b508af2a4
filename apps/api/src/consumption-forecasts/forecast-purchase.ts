import {
  fingerprintOf,
  forecastItems,
  forecastJson,
  requireSameLabels,
  type SubmitDeps,
  submitPurchase,
  submittedPurchase,
} from '@solano/domain/desk';
import {
  type ConsumptionForecastDeps,
  consumptionForecast,
  consumptionPeriods,
} from '@solano/domain/forecasting';
import { ForecastPurchaseQuery, PortfolioPath } from '@solano/schemas';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { operation } from '../endpoint/endpoint.ts';
import { createdPurchase } from '../purchases/created-purchase.ts';
import { SUBMISSION } from '../purchases/submit-purchase.ts';
import { type Read, readerRequest } from '../readers/reader-threads.ts';
import type { ComputedForecasts } from './computed-forecasts.ts';
import { FORECAST_PURCHASE } from './document.ts';

/** The hours of the longest day. */
const MAX_ITEMS = 25;
const MAX_BODY_BYTES = 64 * 1024;

export interface ForecastPurchaseDeps extends SubmitDeps, ConsumptionForecastDeps {
  readonly read: Read;
  readonly bodies: BodyLimit;
}

/** `POST /api/v0/user/<user>/consumption/forecast/purchase`. */
export function forecastPurchase(deps: ForecastPurchaseDeps, forecasts: ComputedForecasts) {
  const receive = jsonBytes({ maxBytes: () => MAX_BODY_BYTES, bodies: deps.bodies });
  return operation({
    scopes: ['purchases'],
    params: PortfolioPath,
    query: ForecastPurchaseQuery,
    receive,
    async handle({ caller, params: { user }, query, body, request }) {
      const { retailer_id: retailer, day, quantile } = query;
      const { id: customerId } = caller.customer;
      const readSeries = (bytes: Buffer) => {
        const input = { bytes, maxItems: MAX_ITEMS, user, retailer, isRepeatable: false };
        return deps.read(SUBMISSION, input, readerRequest(caller, bytes));
      };
      const correction = body.length > 0 ? await readSeries(body) : undefined;
      const key = request.header('Idempotency-Key');
      const asked = JSON.stringify([day, quantile, correction?.series ?? null]);
      const submission = {
        customerId,
        ...(key !== undefined && {
          idempotencyKey: key,
          // Sent again it is the same, though the forecast may be another one by then.
          fingerprint: fingerprintOf({ user, retailer, body: asked }, deps.digest),
        }),
      };
      const earlier = await submittedPurchase(deps, submission);
      if (earlier) return createdPurchase(earlier);
      const pending = await consumptionForecast(deps, {
        customerId,
        portfolio: { user, retailer },
        from: day,
        to: day,
      });
      const { days } = await forecasts.forecast(caller, pending);
      const periods = consumptionPeriods(days, [quantile], pending.lossFactorOn);
      const items = forecastItems(periods);
      if (correction) requireSameLabels(correction.series, items);
      const asOf = pending.asOf.toISOString();
      const isCorrected = correction !== undefined;
      const purchase = await submitPurchase(deps, {
        ...(correction ?? (await readSeries(Buffer.from(JSON.stringify({ purchase: items }))))),
        ...submission,
        user,
        retailer,
        forecast: forecastJson({ day, quantile, asOf, items, isCorrected }),
        author: auditSource({ caller, request }),
      });
      return createdPurchase(purchase);
    },
    metadata: FORECAST_PURCHASE,
  });
}
