import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { observeHttp } from './http-metrics.ts';
import { registerServiceMetrics, type ServiceMetricsDeps } from './service-metrics.ts';

/** The metrics of the service, and the middleware by which they see every request. */
export function openRegistry(deps: ServiceMetricsDeps): {
  readonly registry: Registry;
  readonly observe: RequestHandler;
} {
  const registry = new Registry();
  const observe = observeHttp(registry);
  collectDefaultMetrics({ register: registry });
  registerServiceMetrics(registry, deps);
  return { registry, observe };
}
