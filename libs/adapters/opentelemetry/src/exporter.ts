import { randomUUID } from 'node:crypto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '@solano/domain/kernel';

/** Spans that wait for the collector; further ones are dropped. */
const MAX_QUEUE = 4_096;
const BATCH_SIZE = 512;
/** Spans come some at a time, after they have waited for each other. */
const DELAY_MS = 0;
const LOG_INTERVAL_MS = 60_000;

/** `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME`. */
const FROM_ENVIRONMENT = [resourceAttributesEnvDetector, serviceNameEnvDetector];

export interface ExportOptions {
  /** The base of the collector's addresses, without a trailing slash. */
  readonly endpoint: string;
  /** The name of the process among the traced ones, unless `OTEL_SERVICE_NAME` says another. */
  readonly service: string;
  readonly version: string;
  readonly log: Pick<Log, 'warn'>;
}

/** Sends spans to a collector in the background, by OTLP over HTTP as JSON. */
export function openProvider(
  { endpoint, service, version, log }: ExportOptions,
  idGenerator: IdGenerator,
): TracerProvider {
  const own = {
    'service.name': service,
    'service.version': version,
    'service.instance.id': randomUUID(),
  };
  const exporter = new LoggedExporter(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log);
  return new TracerProvider({
    idGenerator,
    sampler: new AlwaysOnSampler(),
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: FROM_ENVIRONMENT })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: BATCH_SIZE,
        scheduledDelayMillis: DELAY_MS,
      }),
    ],
  });
}

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Logs that spans were lost, once a minute at most, and tells nobody else. */
class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Pick<Log, 'warn'>;
  #loggedAt = -Infinity;

  constructor(exporter: SpanExporter, log: Pick<Log, 'warn'>) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      if (error) this.#report(error, spans.length);
      done({ code });
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  /** @param error has the code of the system, or the status of the response. */
  #report(error: Error & { readonly code?: string | number }, spans: number): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    const { code } = error;
    const reason = typeof code === 'string' ? code : `${code ?? ''} ${error.message}`.trim();
    this.#log.warn({ reason, spans }, 'the collector takes no traces: spans are lost');
  }
}
