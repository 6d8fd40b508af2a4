import { VERSION } from '@solano/config';
import type { Express, RequestHandler } from 'express';
import { onlyGet } from '../http/pages.ts';
import type { Health } from './health.ts';

/**
 * `GET /healthz`, that the process responds, and `GET /readyz`, whether it can serve; both from
 * memory. For operators: no key is needed, nothing is counted, and little logged.
 */
export function mountHealth(app: Express, health: Health): void {
  const live: RequestHandler = (_req, res) => void res.json({ status: 'ok', version: VERSION });
  const ready: RequestHandler = (_req, res) => {
    const readiness = health.readiness();
    res.status(readiness.status === 'ready' ? 200 : 503).json(readiness);
  };
  app.route('/healthz').get(live).all(onlyGet);
  app.route('/readyz').get(ready).all(onlyGet);
}
