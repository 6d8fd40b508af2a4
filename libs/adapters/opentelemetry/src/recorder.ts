import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { sharedMs } from '@solano/async/observed-work';
import type { TraceIds } from './trace-ids.ts';

/** How long a span waits at most: those of a process that is killed meanwhile are lost. */
const DELAY_MS = 1_000;
/** Spans that are made at a time. */
const BATCH_SIZE = 512;
/** From here on the clock has been set, and spans follow it. */
const MAX_DRIFT_MS = 10;

/** A span until it is made: what it is called may change until its end. */
export interface Recorded {
  name: string;
  readonly kind: SpanKind;
  readonly parent: Recorded | SpanContext | undefined;
  attributes: Attributes;
  readonly links: Link[] | undefined;
  readonly traceId: string;
  /** Drawn when something asks for it. */
  spanId: string | undefined;
  /** On the clock that the threads of a process share, as its end. */
  readonly startMs: number;
  endMs: number;
  isFailed: boolean;
}

export interface Start {
  readonly name: string;
  readonly kind: SpanKind;
  /** Undefined: the span is the first of its trace. */
  readonly parent: Recorded['parent'];
  /** The ids of a first span; undefined: random ones. */
  readonly ids?: SpanContext | undefined;
  readonly attributes?: Attributes | undefined;
  readonly links?: Link[] | undefined;
  /** On the shared clock; left out: now. */
  readonly startMs?: number | undefined;
}

/**
 * Records spans, and makes OpenTelemetry's of them once a second, all together: in between other work, where its code is
 * in no cache of the processor, making one takes 25 µs, beside others 4.
 */
export class Recorder {
  readonly #ids: TraceIds;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  #ended: Recorded[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The time (ms since the epoch) at which the shared clock was 0. */
  #origin = originNow();

  constructor(provider: TracerProvider, ids: TraceIds, version: string) {
    this.#ids = ids;
    this.#provider = provider;
    this.#tracer = provider.getTracer('solano', version);
  }

  start({ name, kind, parent, ids, attributes, links, startMs }: Start): Recorded {
    return {
      name,
      kind,
      parent,
      attributes: attributes ?? {},
      links,
      traceId: parent?.traceId ?? ids?.traceId ?? this.#ids.generateTraceId(),
      spanId: ids?.spanId,
      startMs: startMs ?? sharedMs(),
      endMs: 0,
      isFailed: false,
    };
  }

  /** @param endMs on the shared clock; left out: now. */
  end(span: Recorded, endMs = sharedMs()): void {
    span.endMs = endMs;
    this.#ended.push(span);
    if (this.#ended.length >= BATCH_SIZE) this.#make();
    else this.#timer ??= setTimeout(() => this.#make(), DELAY_MS).unref();
  }

  spanIdOf(span: Recorded | SpanContext): string {
    span.spanId ??= this.#ids.generateSpanId();
    return span.spanId;
  }

  /** Sends what has ended, and ends. */
  async shutdown(): Promise<void> {
    this.#make();
    await this.#provider.shutdown();
  }

  #make(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const origin = originNow();
    if (Math.abs(origin - this.#origin) > MAX_DRIFT_MS) this.#origin = origin;
    const ended = this.#ended;
    this.#ended = [];
    for (const each of ended) this.#makeOne(each);
  }

  #makeOne(recorded: Recorded): void {
    const { name, kind, attributes, links, parent, traceId, startMs, endMs, isFailed } = recorded;
    const spanId = this.spanIdOf(recorded);
    const context = parent
      ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent, this.spanIdOf(parent)))
      : ROOT_CONTEXT;
    const options = {
      kind,
      attributes,
      startTime: this.#origin + startMs,
      ...(links && { links }),
    };
    const span = this.#ids.setting({ traceId, spanId }, () =>
      this.#tracer.startSpan(name, options, context),
    );
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#origin + endMs);
  }
}

function contextOf(parent: Recorded | SpanContext, spanId: string): SpanContext {
  const { traceId } = parent;
  const isRemote = 'isRemote' in parent && parent.isRemote === true;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote };
}

function originNow(): number {
  return Date.now() - sharedMs();
}
