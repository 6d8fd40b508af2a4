import type {
  CallbackTokens,
  Clock,
  KeyStore,
  Log,
  PurchaseStore,
  PurchaseWorkflow,
  Secrets,
  StrategyStore,
} from '@solano/domain';
import type { Express } from 'express';
import express from 'express';
import type { Logger } from 'pino';
import { byKey, byKeyOrCallback } from './http/authentication.ts';
import { mount } from './http/endpoint.ts';
import { errorAnswer, unknownRoute } from './http/errors.ts';
import { requestLog } from './http/request-log.ts';
import { getPurchaseEndpoint } from './routes/get-purchase.ts';
import { listStrategiesEndpoint } from './routes/list-strategies.ts';
import { submitPurchaseEndpoint } from './routes/submit-purchase.ts';
import { updatePurchaseEndpoint } from './routes/update-purchase.ts';

export interface AppDeps {
  readonly keys: KeyStore;
  readonly purchases: PurchaseStore;
  readonly strategies: StrategyStore;
  readonly workflow: PurchaseWorkflow;
  readonly secrets: Secrets;
  readonly callbackTokens: CallbackTokens;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly logger: Logger;
  readonly mostItems: number;
  readonly mostJsonBytes: number;
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

  app.use(unknownRoute);
  app.use(errorAnswer);
  return app;
}
