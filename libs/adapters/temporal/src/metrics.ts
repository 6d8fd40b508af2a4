import { Histogram, Registry } from 'prom-client';

export type Outcome = 'taken' | 'refused';

/** Seconds; a start of a workflow ends within two. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/**
 * How long Temporal took to accept purchases, or to reject them, for Prometheus: the SDK's own
 * metrics are those of workers.
 */
export class DispatchMetrics {
  readonly registry = new Registry();
  readonly #durations = new Histogram({
    name: 'solano_purchase_hand_over_seconds',
    help: 'How long Temporal took to accept or reject a purchase.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  constructor() {
    for (const outcome of ['taken', 'refused'] satisfies Outcome[])
      this.#durations.zero({ outcome });
  }

  observe(outcome: Outcome, seconds: number): void {
    this.#durations.observe({ outcome }, seconds);
  }
}
