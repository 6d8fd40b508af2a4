import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

type Ids = Pick<SpanContext, 'traceId' | 'spanId'>;

const UUID = /^([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:$|-)/;

/**
 * The first span of the trace that a UUID names: the trace's id is the UUID's 16 bytes, the span's their
 * second half. Undefined for another text.
 */
export function firstSpanOf(uuid: string): SpanContext | undefined {
  const parts = UUID.exec(uuid);
  if (!parts) return undefined;
  const [, a = '', b = '', c = '', d = '', e = ''] = parts;
  return spanContext(a + b + c + d + e, d + e);
}

/** The span that a `traceparent` header names; undefined where it names none. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(header) ?? [];
  const sent = spanContext(traceId, spanId);
  return isSpanContextValid(sent) ? sent : undefined;
}

export function traceparentOf({ traceId, spanId }: Ids): string {
  return `00-${traceId}-${spanId}-01`;
}

function spanContext(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Random ids, but for a span whose ids are set. */
export class TraceIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #set: Ids | undefined;

  /** Starts a span under these ids. */
  setting<T>(ids: Ids, start: () => T): T {
    this.#set = ids;
    try {
      return start();
    } finally {
      this.#set = undefined;
    }
  }

  generateTraceId(): string {
    return this.#set?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#set?.spanId ?? this.#random.generateSpanId();
  }
}
