import { auditEndpoint } from './audit/audit.ts';
import { backtestEndpoints } from './backtests/backtests.ts';
import { sessionEndpoint } from './console-session/session.ts';
import { consumptionForecastEndpoints } from './consumption-forecasts/consumption-forecasts.ts';
import { customerEndpoints } from './customers/customers.ts';
import { deviationEndpoints } from './deviation/deviation.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import { forecastEndpoints } from './forecasts/forecasts.ts';
import { keyEndpoints } from './keys/keys.ts';
import { gateEndpoints } from './markets/gates.ts';
import { marketsEndpoint } from './markets/markets.ts';
import { consumptionEndpoints } from './measurements/consumption.ts';
import { portfoliosEndpoint } from './measurements/portfolios.ts';
import { productionEndpoints } from './measurements/production.ts';
import { measurementSettingsEndpoints } from './measurements/settings.ts';
import { telemetryEndpoint } from './measurements/telemetry.ts';
import { outageEndpoints } from './outages/outages.ts';
import { planEndpoint } from './plan/get-plan.ts';
import { plantForecastEndpoints } from './plant-forecasts/plant-forecasts.ts';
import { plantEndpoints } from './plants/plants.ts';
import { evaluationEndpoint } from './prediction-evaluation/evaluation.ts';
import { imbalanceEndpoint } from './prices/imbalance.ts';
import { predictionEndpoint } from './prices/prediction.ts';
import { pricesEndpoint } from './prices/prices.ts';
import { realisedEndpoint } from './prices/realised.ts';
import { bidsEndpoint } from './purchase-bids/get-bids.ts';
import { decisionEndpoint } from './purchase-decisions/decide.ts';
import { purchaseEvaluationEndpoint } from './purchase-evaluation/get-evaluation.ts';
import { tableEndpoint } from './purchase-evaluation/get-table.ts';
import { getPurchaseEndpoints } from './purchases/get-purchase.ts';
import { listPartiesEndpoint, listPurchasesEndpoint } from './purchases/list-purchases.ts';
import { submitPurchaseEndpoints } from './purchases/submit-purchase.ts';
import { updatePurchaseEndpoint } from './purchases/update-purchase.ts';
import { reportEndpoint } from './report/report.ts';
import { scoreEndpoints } from './scores/scores.ts';
import { serviceEndpoint } from './service/service.ts';
import { strategyEndpoints } from './strategies/strategies.ts';
import { summaryEndpoint } from './summaries/get-summary.ts';
import { tradeEndpoints } from './trades/trades.ts';
import { unavailabilityEndpoints } from './unavailabilities/unavailabilities.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';

/** The endpoints of each feature, in the order of the document. */
const FEATURES = [
  submitPurchaseEndpoints,
  updatePurchaseEndpoint,
  getPurchaseEndpoints,
  listPurchasesEndpoint,
  listPartiesEndpoint,
  purchaseEvaluationEndpoint,
  tableEndpoint,
  bidsEndpoint,
  planEndpoint,
  summaryEndpoint,
  decisionEndpoint,
  strategyEndpoints,
  backtestEndpoints,
  plantForecastEndpoints,
  scoreEndpoints,
  measurementSettingsEndpoints,
  plantEndpoints,
  unavailabilityEndpoints,
  forecastEndpoints,
  pricesEndpoint,
  predictionEndpoint,
  evaluationEndpoint,
  gateEndpoints,
  // Before the endpoint of markets, whose path it fits.
  imbalanceEndpoint,
  realisedEndpoint,
  marketsEndpoint,
  outageEndpoints,
  productionEndpoints,
  consumptionForecastEndpoints,
  consumptionEndpoints,
  portfoliosEndpoint,
  telemetryEndpoint,
  tradeEndpoints,
  deviationEndpoints,
  reportEndpoint,
  sessionEndpoint,
  keyEndpoints,
  customerEndpoints,
  auditEndpoint,
  serviceEndpoint,
  webhookEndpoints,
];

/** The dependencies of the endpoints: the parts of all features together. */
export type EndpointDeps = (typeof FEATURES)[number] extends (deps: infer Deps) => unknown
  ? Deps
  : never;

/** Returns every endpoint of the API, served and described. */
export function apiEndpoints(deps: EndpointDeps): Endpoint[] {
  return FEATURES.flatMap((endpointsOf) => endpointsOf(deps));
}
