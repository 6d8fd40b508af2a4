import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:$|-)/;

/**
 * The first span of the trace that a UUID names: the trace's id is the UUID's 16 bytes, the span's their
 * second half. Undefined for another text.
 */
export function firstSpanOf(uuid: string): SpanContext | undefined {
  if (!UUID.test(uuid)) return undefined;
  const traceId = uuid.replaceAll('-', '');
  return spanContext(traceId, traceId.slice(16));
}

/** The span that a `traceparent` header names; undefined where it names none. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(header) ?? [];
  const sent = spanContext(traceId, spanId);
  return isSpanContextValid(sent) ? sent : undefined;
}

export function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`;
}

function spanContext(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Random ids, but for a first span whose ids are set. */
export class TraceIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #first: SpanContext | undefined;

  /** Starts a first span under these ids. */
  setting<T>(first: SpanContext | undefined, start: () => T): T {
    this.#first = first;
    try {
      return start();
    } finally {
      this.#first = undefined;
    }
  }

  generateTraceId(): string {
    return this.#first?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#first?.spanId ?? this.#random.generateSpanId();
  }
}
