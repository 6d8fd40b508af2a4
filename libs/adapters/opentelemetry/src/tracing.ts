import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Attributes, type SpanContext, SpanKind } from '@opentelemetry/api';
import { withTimeout } from '@solano/async';
import { errorTypeOf, type ObservedWork, sharedMs } from '@solano/async/observed-work';
import type { Observe } from '@solano/domain/kernel';
import { type ExportOptions, openProvider } from './exporter.ts';
import { type Recorded, Recorder, type Start } from './recorder.ts';
import { StatementDescriptions } from './statement-description.ts';
import { firstSpanOf, readTraceparent, TraceIds, traceparentOf } from './trace-ids.ts';

/** How long a process that ends waits for the collector. */
const FLUSH_TIMEOUT_MS = 1_000;

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Ids that the service made, counts and names of the code: nothing that a customer sent. */
  readonly attributes?: Attributes;
}

/** Work whose parts belong to its span; one that has not begun, or has ended, has no parts. */
interface Scope {
  span: Recorded | undefined;
  /** The UUID that named the trace, until something is given it. */
  unusedId?: string | undefined;
  /** Work whose trace is known later: begins its span. */
  readonly begin?: (parent: SpanContext | undefined) => Recorded;
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
  readonly #statements = new StatementDescriptions();
  readonly #recorder: Recorder;

  constructor(options: ExportOptions) {
    const ids = new TraceIds();
    this.#recorder = new Recorder(openProvider(options, ids), ids, options.version);
  }

  /** Sends what is left, if the collector takes it within a second. */
  async [Symbol.asyncDispose](): Promise<void> {
    await withTimeout(FLUSH_TIMEOUT_MS, this.#recorder.shutdown()).catch(() => {});
  }

  /**
   * Begins the span of a request, the first of a trace.
   *
   * @param traceparent as the caller sent it: a link.
   * @param isOwn whether the caller is a process of this service: its span is the parent.
   */
  request(traceparent: unknown, isOwn: boolean): TracedRequest {
    const sent = readTraceparent(traceparent);
    const scope = sent && isOwn ? { span: this.#startRequest(sent) } : this.#newTrace(sent);
    return {
      run: (work) => this.#scopes.run(scope, work),
      end: (response) => {
        if (scope.span) this.#endRequest(scope.span, response);
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

  /** Does work, which may add attributes, as a part of what is under way; where nothing is, it has no span. */
  part<T>(
    name: string,
    options: SpanOptions,
    work: (attributes?: Attributes) => Promise<T>,
  ): Promise<T> {
    const parent = this.#scopes.getStore()?.span;
    if (!parent) return work();
    const span = this.#start(name, options, parent);
    return this.#during({ span }, () => work(span.attributes));
  }

  /** Does work whose span begins once it is known whose it is, by {@link begin}. */
  later<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const startMs = sharedMs();
    const begin = (parent: SpanContext | undefined) => this.#start(name, options, parent, startMs);
    return this.#during({ span: undefined, begin }, work);
  }

  /** Begins the span that {@link later} left open, if it did. */
  begin(purchaseId: string | undefined): void {
    const scope = this.#scopes.getStore();
    if (scope?.begin) scope.span ??= scope.begin(parentOf(purchaseId));
  }

  /** Observes a statement of the database that is part of what is under way. */
  readonly statement = (
    text: string,
    prepared?: string,
  ): ((error?: unknown) => void) | undefined => {
    const parent = this.#scopes.getStore()?.span;
    if (!parent) return undefined;
    return this.#begin({ ...this.#statements.of(text, prepared), parent });
  };

  /** Observes a strategy model that is part of what is under way. */
  readonly model: Observe = (name, subject) => {
    const parent = this.#scopes.getStore()?.span;
    return parent ? this.#begin({ ...modelOf(name, subject), parent }) : () => {};
  };

  /** Adds what a thread has done for what is under way. */
  readonly observed = (works: readonly ObservedWork[]): void => {
    const parent = this.#scopes.getStore()?.span;
    if (!parent) return;
    for (const { kind, name, subject, startMs, endMs, errorType } of works) {
      const work = kind === 'model' ? modelOf(name, subject) : this.#statements.of(name, subject);
      const span = this.#recorder.start({ ...work, parent, startMs });
      if (errorType) fail(span, errorType);
      this.#recorder.end(span, endMs);
    }
  };

  /** The headers by which another process of this service goes on with the trace. */
  readonly headers = (): Record<string, string> => {
    const span = this.#scopes.getStore()?.span;
    if (!span) return {};
    const { traceId } = span;
    return { traceparent: traceparentOf({ traceId, spanId: this.#recorder.spanIdOf(span) }) };
  };

  /** Begins a trace whose id something may be given. */
  #newTrace(link: SpanContext | undefined): Scope {
    const unusedId = randomUUID();
    return { span: this.#startRequest(undefined, firstSpanOf(unusedId), link), unusedId };
  }

  #startRequest(parent: SpanContext | undefined, ids?: SpanContext, link?: SpanContext): Recorded {
    const links = link && [{ context: link }];
    return this.#recorder.start({ name: 'request', kind: SpanKind.SERVER, parent, ids, links });
  }

  #endRequest(span: Recorded, { method, route, status }: TracedResponse): void {
    span.name = route === undefined ? method : `${method} ${route}`;
    span.attributes['http.request.method'] = method;
    if (route !== undefined) span.attributes['http.route'] = route;
    if (status !== undefined) span.attributes['http.response.status_code'] = status;
    if (status === undefined) fail(span, 'closed');
    else if (status >= 500) fail(span, String(status));
    this.#recorder.end(span);
  }

  #start(
    name: string,
    { kind = SpanKind.INTERNAL, attributes }: SpanOptions,
    parent: Recorded | SpanContext | undefined,
    startMs?: number,
  ): Recorded {
    return this.#recorder.start({ name, kind, attributes, parent, startMs });
  }

  /** Begins a span without parts. Returns what ends it. */
  #begin(start: Start): (error?: unknown) => void {
    const span = this.#recorder.start(start);
    return (error) => {
      if (error) fail(span, errorTypeOf(error));
      this.#recorder.end(span);
    };
  }

  async #during<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#scopes.run(scope, work);
    } catch (error) {
      if (scope.span) fail(scope.span, errorTypeOf(error));
      throw error;
    } finally {
      if (scope.span) this.#recorder.end(scope.span);
      close(scope);
    }
  }
}

function modelOf(name: string, subject: string | undefined) {
  const attributes = { 'solano.model': name, ...(subject && { 'solano.model.subject': subject }) };
  return { name: `model ${name}`, kind: SpanKind.INTERNAL, attributes };
}

function parentOf(purchaseId: string | undefined): SpanContext | undefined {
  return purchaseId === undefined ? undefined : firstSpanOf(purchaseId);
}

/** What outlives its work, such as a connection that it opened, adds nothing to its trace. */
function close(scope: Scope): void {
  scope.span = undefined;
  scope.unusedId = undefined;
}

function fail(span: Recorded, errorType: string): void {
  span.isFailed = true;
  span.attributes = { ...span.attributes, 'error.type': errorType };
}
