import type { OnObserved } from '@solano/async';
import { VERSION } from '@solano/config';
import type { PurchaseSplitter } from '@solano/domain/desk';
import type { PurchaseSteps, PurchaseUpdates, PurchaseWorkflow } from '@solano/domain/desk/jobs';
import type { Log, Observe } from '@solano/domain/kernel';
import type { Task, WebhookSender } from '@solano/domain/service';
import {
  type TracedRequest,
  Tracing,
  tracedSender,
  tracedSplitter,
  tracedSteps,
  tracedTask,
  tracedUpdates,
  tracedWorkflow,
} from '@solano/opentelemetry';
import type { ObserveStatement } from '@solano/postgres';

interface TracedPorts {
  readonly splitter: PurchaseSplitter;
  readonly sender: WebhookSender;
}

/** The ports of a process with their work traced. Disposing sends the last spans, within a second. */
export interface ProcessTracing extends AsyncDisposable {
  readonly statement: ObserveStatement;
  /** Observes the models that this thread computes. */
  readonly model: Observe;
  /** Takes what threads do of the work under way. */
  readonly observed: OnObserved;
  readonly request: (traceparent: unknown, isOwn: boolean) => TracedRequest;
  /** What requests and jobs of an API use, and the ids of what they create. */
  readonly ports: (ports: TracedPorts) => TracedPorts & { readonly newId: () => string };
  /** What jobs are done with. */
  readonly jobs: (dispatch: PurchaseWorkflow | undefined) => {
    readonly traced: (task: Task) => Task;
    readonly dispatch: PurchaseWorkflow | undefined;
  };
  readonly splitter: (splitter: PurchaseSplitter) => PurchaseSplitter;
  readonly steps: (steps: PurchaseSteps) => PurchaseSteps;
  readonly updates: (updates: PurchaseUpdates) => PurchaseUpdates;
  readonly headers: () => Record<string, string>;
}

/**
 * Traces a process.
 *
 * @param endpoint base of the collector's addresses.
 * @param service the name of the process.
 */
export function traceProcess(endpoint: string, service: string, log: Log): ProcessTracing {
  const tracing = new Tracing({ endpoint, service, version: VERSION, log });
  return {
    statement: tracing.statement,
    model: tracing.model,
    observed: tracing.observed,
    headers: tracing.headers,
    request: (traceparent, isOwn) => tracing.request(traceparent, isOwn),
    ports: ({ splitter, sender }) => ({
      splitter: tracedSplitter(tracing, splitter),
      sender: tracedSender(tracing, sender),
      newId: tracing.newId,
    }),
    jobs: (dispatch) => ({
      traced: (task) => tracedTask(tracing, task),
      dispatch: dispatch && tracedWorkflow(tracing, dispatch),
    }),
    splitter: (splitter) => tracedSplitter(tracing, splitter),
    steps: (steps) => tracedSteps(tracing, steps),
    updates: (updates) => tracedUpdates(tracing, updates),
    [Symbol.asyncDispose]: () => tracing[Symbol.asyncDispose](),
  };
}
