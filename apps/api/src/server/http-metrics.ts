import type { RequestHandler, Response } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import { methodOf, routeOf } from '../http/request.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts every request once, and its duration from the first call, by the pattern of its route and never by its path. */
export function observeHttp(registry: Registry): RequestHandler {
  const observed = new WeakSet<Response>();
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by method, route and status; "closed": the caller went before the response.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, until their response was sent.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  return (req, res, next) => {
    if (observed.has(res)) {
      next();
      return;
    }
    observed.add(res);
    const started = performance.now();
    res.once('close', () => {
      const method = methodOf(req) ?? 'other';
      const route = routeOf(req) ?? 'unknown';
      const status = res.writableFinished ? String(res.statusCode) : 'closed';
      requests.inc({ method, route, status });
      durations.observe({ method, route }, (performance.now() - started) / 1000);
    });
    next();
  };
}
