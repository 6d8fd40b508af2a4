import type { PlantDeps, UnavailabilityDeps } from '@solano/domain';
import type { AuditEndpointDeps } from './audit/audit.ts';
import { auditEndpoint } from './audit/audit.ts';
import type { BacktestEndpointDeps } from './backtests/backtests.ts';
import { backtestEndpoints } from './backtests/backtests.ts';
import type { SessionDeps } from './console-session/session.ts';
import { sessionEndpoint } from './console-session/session.ts';
import type { ForecastRoutesDeps } from './forecasts/forecasts.ts';
import { forecastEndpoints } from './forecasts/forecasts.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { KeyEndpointsDeps } from './keys/keys.ts';
import { keyEndpoints } from './keys/keys.ts';
import type { GatesDeps } from './markets/gates.ts';
import { gateEndpoints } from './markets/gates.ts';
import type { MarketsDeps } from './markets/markets.ts';
import { marketsEndpoint } from './markets/markets.ts';
import type { OutageRoutesDeps } from './outages/outages.ts';
import { outageEndpoints } from './outages/outages.ts';
import { plantRecords } from './plants/plants.ts';
import { evaluationEndpoint } from './prediction-evaluation/evaluation.ts';
import { predictionEndpoint } from './prices/prediction.ts';
import type { PricesDeps } from './prices/prices.ts';
import { pricesEndpoint } from './prices/prices.ts';
import { realisedEndpoint } from './prices/realised.ts';
import type { DecisionEndpointDeps } from './purchase-decision/decisions.ts';
import { decisionEndpoints } from './purchase-decision/decisions.ts';
import type { PurchaseEvaluationDeps } from './purchase-evaluation/get-evaluation.ts';
import { purchaseEvaluationEndpoint } from './purchase-evaluation/get-evaluation.ts';
import type { SummaryDeps } from './purchase-evaluation/get-summary.ts';
import { summaryEndpoint } from './purchase-evaluation/get-summary.ts';
import type { TableDeps } from './purchase-evaluation/get-table.ts';
import { tableEndpoint } from './purchase-evaluation/get-table.ts';
import type { GetPurchaseDeps } from './purchases/get-purchase.ts';
import { getPurchaseEndpoint } from './purchases/get-purchase.ts';
import type { ListPurchasesDeps } from './purchases/list-purchases.ts';
import { listPurchasesEndpoint } from './purchases/list-purchases.ts';
import type { SubmitPurchaseDeps } from './purchases/submit-purchase.ts';
import { submitPurchaseEndpoints } from './purchases/submit-purchase.ts';
import type { UpdatePurchaseDeps } from './purchases/update-purchase.ts';
import { updatePurchaseEndpoint } from './purchases/update-purchase.ts';
import type { RecordEndpointDeps } from './records/record-endpoints.ts';
import { recordEndpoints } from './records/record-endpoints.ts';
import type { ServiceEndpointDeps } from './service/service.ts';
import { serviceEndpoint } from './service/service.ts';
import type { ListStrategiesDeps } from './strategies/list-strategies.ts';
import { listStrategiesEndpoint } from './strategies/list-strategies.ts';
import type { SettingsDeps } from './strategies/settings.ts';
import { settingsEndpoint } from './strategies/settings.ts';
import { unavailabilityRecords } from './unavailabilities/unavailabilities.ts';
import type { WebhookEndpointsDeps } from './webhooks/webhooks.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';

/** What the endpoints work with, each of them with its own part. */
export type EndpointDeps = SubmitPurchaseDeps &
  UpdatePurchaseDeps &
  GetPurchaseDeps &
  PurchaseEvaluationDeps &
  TableDeps &
  SummaryDeps &
  DecisionEndpointDeps &
  ListPurchasesDeps &
  ListStrategiesDeps &
  SettingsDeps &
  BacktestEndpointDeps &
  RecordEndpointDeps &
  PlantDeps &
  UnavailabilityDeps &
  ForecastRoutesDeps &
  PricesDeps &
  MarketsDeps &
  OutageRoutesDeps &
  GatesDeps &
  SessionDeps &
  KeyEndpointsDeps &
  AuditEndpointDeps &
  ServiceEndpointDeps &
  WebhookEndpointsDeps;

/** Every endpoint of the API: those that are served, and those that the document describes. */
export function apiEndpoints(deps: EndpointDeps): Endpoint[] {
  return [
    ...submitPurchaseEndpoints(deps),
    updatePurchaseEndpoint(deps),
    getPurchaseEndpoint(deps),
    listPurchasesEndpoint(deps),
    purchaseEvaluationEndpoint(deps),
    tableEndpoint(deps),
    summaryEndpoint(deps),
    ...decisionEndpoints(deps),
    listStrategiesEndpoint(deps),
    settingsEndpoint(deps),
    ...backtestEndpoints(deps),
    ...recordEndpoints(plantRecords(deps), deps),
    ...recordEndpoints(unavailabilityRecords(deps), deps),
    ...forecastEndpoints(deps),
    pricesEndpoint(deps),
    predictionEndpoint(deps),
    evaluationEndpoint(deps),
    ...gateEndpoints(deps),
    realisedEndpoint(deps),
    marketsEndpoint(deps),
    ...outageEndpoints(deps),
    sessionEndpoint(deps),
    ...keyEndpoints(deps),
    auditEndpoint(deps),
    serviceEndpoint(deps),
    ...webhookEndpoints(deps),
  ];
}
