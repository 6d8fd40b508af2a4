import type {
  CallbackTokens,
  Clock,
  Digest,
  KeyStore,
  Log,
  ObjectStore,
  PlantStore,
  PriceStore,
  PurchaseStore,
  PurchaseWorkflow,
  Secrets,
  StrategyStore,
  UnavailabilityStore,
} from '@solano/domain';
import type { Express } from 'express';
import express from 'express';
import type { Logger } from 'pino';
import { byKey, byKeyOrCallback } from './http/authentication.ts';
import { readTable } from './http/csv-table.ts';
import { mount } from './http/endpoint.ts';
import { errorAnswer, unknownRoute } from './http/errors.ts';
import { parseQuery } from './http/query.ts';
import { recordEndpoints } from './http/record-endpoints.ts';
import { requestLog } from './http/request-log.ts';
import { forecastEndpoints } from './routes/forecasts.ts';
import { getPurchaseEndpoint } from './routes/get-purchase.ts';
import { listStrategiesEndpoint } from './routes/list-strategies.ts';
import { outageEndpoints } from './routes/outages.ts';
import { plantRecords } from './routes/plants.ts';
import { pricesEndpoint } from './routes/prices.ts';
import { submitPurchaseEndpoint } from './routes/submit-purchase.ts';
import { unavailabilityRecords } from './routes/unavailabilities.ts';
import { updatePurchaseEndpoint } from './routes/update-purchase.ts';

export interface AppDeps {
  readonly keys: KeyStore;
  readonly objects: ObjectStore;
  readonly plants: PlantStore;
  readonly prices: PriceStore;
  readonly unavailabilities: UnavailabilityStore;
  readonly purchases: PurchaseStore;
  readonly strategies: StrategyStore;
  readonly workflow: PurchaseWorkflow;
  readonly secrets: Secrets;
  readonly callbackTokens: CallbackTokens;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly digest: Digest;
  readonly log: Log;
  readonly logger: Logger;
  readonly mostItems: number;
  readonly mostJsonBytes: number;
  readonly mostUploadBytes: number;
  readonly outageUploads: boolean;
  readonly testingToken: string;
}

/** Bytes of a purchase's row in all sessions of all models, generously. */
const CALLBACK_BYTES_PER_ITEM = 6 * 4 * 100;

/** The HTTP application: every endpoint with its own ports, and what holds for all of them. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  // A digest of the whole body costs more than most answers; endpoints set their own.
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', parseQuery);
  app.use(requestLog(deps.logger));

  const identify = byKey(deps);
  const mostCallbackBytes = Math.max(deps.mostJsonBytes, deps.mostItems * CALLBACK_BYTES_PER_ITEM);
  mount(app, submitPurchaseEndpoint({ ...deps, identify }));
  mount(
    app,
    updatePurchaseEndpoint({ ...deps, identify: byKeyOrCallback(deps), mostCallbackBytes }),
  );
  mount(app, getPurchaseEndpoint({ ...deps, identify }));
  mount(app, listStrategiesEndpoint({ ...deps, identify }));
  const records = { ...deps, identify };
  for (const endpoint of recordEndpoints(plantRecords(deps), records)) mount(app, endpoint);
  for (const endpoint of recordEndpoints(unavailabilityRecords(deps), records)) {
    mount(app, endpoint);
  }

  for (const endpoint of forecastEndpoints({ ...deps, identify })) mount(app, endpoint);
  mount(app, pricesEndpoint({ ...deps, identify }));
  const uploads = { ...deps, identify, readTable, enabled: deps.outageUploads };
  for (const endpoint of outageEndpoints(uploads)) mount(app, endpoint);

  app.use(unknownRoute);
  app.use(errorAnswer);
  return app;
}
