import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { withTimeout } from '@solano/async';
import { isSolanoError } from '@solano/domain/kernel';
import { type ExportOptions, openProvider } from './exporter.ts';
import { firstSpanOf, readTraceparent, TraceIds, traceparentOf } from './trace-ids.ts';

/** How long a process that ends waits for the collector. */
const FLUSH_TIMEOUT_MS = 1_000;

const STATEMENT = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Ids that the service made, counts and names of the code: nothing that a customer sent. */
  readonly attributes?: Attributes;
  /** In ms since the epoch; left out: now. */
  readonly startTime?: number;
}

/** Work whose parts belong to its span; one that has not begun, or has ended, has no parts. */
interface Scope {
  span: Span | undefined;
  /** In which parts of the span begin. */
  context?: Context | undefined;
  /** The UUID that named the trace, until something is given it. */
  unusedId?: string | undefined;
  /** Work whose trace is known later: begins its span. */
  readonly begin?: (parent: SpanContext | undefined) => Span;
}

/** A request that is traced. */
export interface TracedRequest {
  /** Does what belongs to it. */
  run(work: () => void): void;
  /** Ends its span. */
  end(response: TracedResponse): void;
}

interface TracedResponse {
  readonly method: string;
  /** The pattern of the route; undefined: none was found. */
  readonly route: string | undefined;
  /** Undefined: the caller went before the response. */
  readonly status: number | undefined;
}

/**
 * The spans of a process, sent to a collector. A trace has the id of the purchase that its request submits: whatever
 * process goes on with the purchase finds the trace by it.
 */
export class Tracing implements AsyncDisposable {
  readonly #scopes = new AsyncLocalStorage<Scope>();
  readonly #ids = new TraceIds();
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(options: ExportOptions) {
    this.#provider = openProvider(options, this.#ids);
    this.#tracer = this.#provider.getTracer('solano', options.version);
  }

  /** Sends what is left, if the collector takes it within a second. */
  async [Symbol.asyncDispose](): Promise<void> {
    await withTimeout(FLUSH_TIMEOUT_MS, this.#provider.shutdown()).catch(() => {});
  }

  /**
   * Begins the span of a request, the first of a trace.
   *
   * @param traceparent as the caller sent it: a link.
   * @param isOwn whether the caller is a process of this service: its span is the parent.
   */
  request(traceparent: unknown, isOwn: boolean): TracedRequest {
    const sent = readTraceparent(traceparent);
    const kind = SpanKind.SERVER;
    const scope: Scope = { span: undefined };
    if (sent && isOwn) scope.span = this.#start('request', { kind }, sent);
    else {
      scope.unusedId = randomUUID();
      const links = sent && [{ context: sent }];
      const options = { kind, ...(links && { links }) };
      scope.span = this.#ids.setting(firstSpanOf(scope.unusedId), () =>
        this.#tracer.startSpan('request', options, ROOT_CONTEXT),
      );
    }
    return {
      run: (work) => this.#scopes.run(scope, work),
      end: (response) => {
        if (scope.span) endRequest(scope.span, response);
        close(scope);
      },
    };
  }

  /** A new id; the first in a request that began a trace is the UUID of the trace. */
  readonly newId = (): string => {
    const scope = this.#scopes.getStore();
    const id = scope?.unusedId;
    if (scope) scope.unusedId = undefined;
    return id ?? randomUUID();
  };

  /** Does work as a span of the purchase's trace, or of a trace of its own. */
  ofPurchase<T>(
    purchaseId: string | undefined,
    name: string,
    options: SpanOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    const span = this.#start(name, options, parentOf(purchaseId));
    return this.#during({ span }, work);
  }

  /** Does work as a part of what is under way; where nothing is, it has no span. */
  part<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
    const parent = contextOf(this.#scopes.getStore());
    if (!parent) return work();
    const span = this.#tracer.startSpan(name, options, parent);
    return this.#during({ span }, () => work(span));
  }

  /** Does work whose span begins once it is known whose it is, by {@link begin}. */
  later<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const startTime = Date.now();
    const begin = (parent: SpanContext | undefined) =>
      this.#start(name, { ...options, startTime }, parent);
    return this.#during({ span: undefined, begin }, work);
  }

  /** Begins the span that {@link later} left open, if it did. */
  begin(purchaseId: string | undefined): void {
    const scope = this.#scopes.getStore();
    if (scope?.begin) scope.span ??= scope.begin(parentOf(purchaseId));
  }

  /** Runs a statement of the database. */
  readonly statement = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const parent = contextOf(this.#scopes.getStore());
    if (!parent) return work();
    return ended(this.#tracer.startSpan(name, STATEMENT, parent), work());
  };

  /** The headers by which another process of this service goes on with the trace. */
  readonly headers = (): Record<string, string> => {
    const span = this.#scopes.getStore()?.span;
    return span ? { traceparent: traceparentOf(span.spanContext()) } : {};
  };

  #start(name: string, options: SpanOptions, parent: SpanContext | undefined): Span {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.#tracer.startSpan(name, options, context);
  }

  async #during<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#scopes.run(scope, work);
    } catch (error) {
      if (scope.span) fail(scope.span, error);
      throw error;
    } finally {
      scope.span?.end();
      close(scope);
    }
  }
}

function contextOf(scope: Scope | undefined): Context | undefined {
  if (!scope?.span) return undefined;
  scope.context ??= trace.setSpan(ROOT_CONTEXT, scope.span);
  return scope.context;
}

function parentOf(purchaseId: string | undefined): SpanContext | undefined {
  return purchaseId === undefined ? undefined : firstSpanOf(purchaseId);
}

/** What outlives its work, such as a connection that it opened, adds nothing to its trace. */
function close(scope: Scope): void {
  scope.span = undefined;
  scope.unusedId = undefined;
}

async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The code of an error, or its class: its message may quote what a customer sent. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  const type = isSolanoError(error) ? error.code : error instanceof Error && error.name;
  span.setAttribute('error.type', type || '_OTHER');
}

function endRequest(span: Span, { method, route, status }: TracedResponse): void {
  span.updateName(route === undefined ? method : `${method} ${route}`);
  span.setAttribute('http.request.method', method);
  if (route !== undefined) span.setAttribute('http.route', route);
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (status === undefined || status >= 500) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', status === undefined ? 'closed' : String(status));
  }
  span.end();
}
