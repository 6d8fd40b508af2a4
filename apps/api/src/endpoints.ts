import type { PlantDeps, UnavailabilityDeps } from '@solano/domain';
import type { RequestHandler } from 'express';
import type { Endpoint } from './http/endpoint.ts';
import type { RecordEndpointDeps } from './http/record-endpoints.ts';
import { recordEndpoints } from './http/record-endpoints.ts';
import type { ForecastRoutesDeps } from './routes/forecasts.ts';
import { forecastEndpoints } from './routes/forecasts.ts';
import type { GetPurchaseDeps } from './routes/get-purchase.ts';
import { getPurchaseEndpoint } from './routes/get-purchase.ts';
import { listPurchasesEndpoint } from './routes/list-purchases.ts';
import type { ListStrategiesDeps } from './routes/list-strategies.ts';
import { listStrategiesEndpoint } from './routes/list-strategies.ts';
import type { OutageRoutesDeps } from './routes/outages.ts';
import { outageEndpoints } from './routes/outages.ts';
import { plantRecords } from './routes/plants.ts';
import type { PricesDeps } from './routes/prices.ts';
import { pricesEndpoint } from './routes/prices.ts';
import type { SubmitPurchaseDeps } from './routes/submit-purchase.ts';
import { submitPurchaseEndpoint } from './routes/submit-purchase.ts';
import { unavailabilityRecords } from './routes/unavailabilities.ts';
import type { UpdatePurchaseDeps } from './routes/update-purchase.ts';
import { updatePurchaseEndpoint } from './routes/update-purchase.ts';

/** What the endpoints work with, each of them with its own part. */
export type EndpointDeps = SubmitPurchaseDeps &
  UpdatePurchaseDeps &
  GetPurchaseDeps &
  ListStrategiesDeps &
  RecordEndpointDeps &
  PlantDeps &
  UnavailabilityDeps &
  ForecastRoutesDeps &
  PricesDeps &
  OutageRoutesDeps & {
    /** Identifies the caller of an update, which may be the workflow. */
    readonly identifyUpdate: RequestHandler;
  };

/** Every endpoint of the API: those that are served, and those that the document describes. */
export function apiEndpoints(deps: EndpointDeps): Endpoint[] {
  return [
    submitPurchaseEndpoint(deps),
    updatePurchaseEndpoint({ ...deps, identify: deps.identifyUpdate }),
    getPurchaseEndpoint(deps),
    listPurchasesEndpoint(deps),
    listStrategiesEndpoint(deps),
    ...recordEndpoints(plantRecords(deps), deps),
    ...recordEndpoints(unavailabilityRecords(deps), deps),
    ...forecastEndpoints(deps),
    pricesEndpoint(deps),
    ...outageEndpoints(deps),
  ];
}
