import { VERSION } from '@solano/config';
import type { Express, RequestHandler } from 'express';
import { onlyGet } from '../http/pages.ts';
import type { Health } from './health.ts';

/**
 * Serves `GET /healthz`, which says that the process responds, and `GET /readyz`, whether it can
 * serve; both from memory. They are for operators: they need no key, count for no limit, and log
 * little.
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
