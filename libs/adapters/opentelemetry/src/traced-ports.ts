import { SpanKind } from '@opentelemetry/api';
import type { PurchaseSplitter } from '@solano/domain/desk';
import type { PurchaseSteps, PurchaseUpdates, PurchaseWorkflow } from '@solano/domain/desk/jobs';
import { MESSAGE_JOB, PURCHASE_JOB, type Task, type WebhookSender } from '@solano/domain/service';
import type { Tracing } from './tracing.ts';

const CALL = { kind: SpanKind.CLIENT };

/** Every step of the task's jobs; of a purchase in the purchase's trace. */
export function tracedTask(tracing: Tracing, task: Task): Task {
  const name = `job ${task.kind}`;
  return {
    ...task,
    step(job) {
      const { kind, subject, step, attempt } = job;
      const attributes = {
        'solano.job.subject': subject,
        'solano.job.attempt': attempt,
        ...(step !== '' && { 'solano.job.step': step }),
      };
      const options = { kind: SpanKind.CONSUMER, attributes };
      const work = () => task.step(job);
      // What a message is about is known once it has been read.
      if (kind === MESSAGE_JOB) return tracing.later(name, options, work);
      const purchaseId = kind === PURCHASE_JOB ? subject : undefined;
      return tracing.ofPurchase(purchaseId, name, options, work);
    },
  };
}

/** What threads compute of purchases. */
export function tracedSplitter(tracing: Tracing, splitter: PurchaseSplitter): PurchaseSplitter {
  return {
    split: (task) => {
      const attributes = { 'solano.items': task.inputs.items.length };
      return tracing.part('models split', { attributes }, async (own) => {
        const made = await splitter.split(task);
        if (own) own['solano.models'] = made.outputs.length;
        return made;
      });
    },
    evaluate: (task, outputs) => {
      const attributes = { 'solano.items': task.inputs.items.length };
      return tracing.part('models evaluate', { attributes }, () =>
        splitter.evaluate(task, outputs),
      );
    },
    realise: (task) => tracing.part('models realise', {}, () => splitter.realise(task)),
  };
}

/** Messages to customers' endpoints, which learn nothing of the trace. */
export function tracedSender(tracing: Tracing, sender: WebhookSender): WebhookSender {
  const name = 'webhook deliver';
  const optionsOf = (id: string) => ({ ...CALL, attributes: { 'solano.delivery.id': id } });
  return {
    check: (url) => sender.check(url),
    send(receiver, message, at) {
      tracing.begin(message.purchaseId ?? undefined);
      return tracing.part(name, optionsOf(message.id), () => sender.send(receiver, message, at));
    },
    post: (receiver, message, at) =>
      tracing.part(name, optionsOf(message.id), async (own) => {
        const response = await sender.post(receiver, message, at);
        if (own) own['http.response.status_code'] = response.status;
        return response;
      }),
  };
}

/** The start of workflows on an engine elsewhere. */
export function tracedWorkflow(tracing: Tracing, workflow: PurchaseWorkflow): PurchaseWorkflow {
  return {
    start: (id, options) => tracing.part('workflow start', CALL, () => workflow.start(id, options)),
    check: () => workflow.check(),
  };
}

/** The steps of purchases as activities of an engine, each in its purchase's trace. */
export function tracedSteps(tracing: Tracing, steps: PurchaseSteps): PurchaseSteps {
  const traced = <T>(step: string, id: string, attempt: number, work: () => Promise<T>) => {
    const attributes = { 'solano.job.subject': id, 'solano.job.attempt': attempt };
    const options = { kind: SpanKind.CONSUMER, attributes };
    return tracing.ofPurchase(id, `activity ${step}`, options, work);
  };
  return {
    begin: (id, attempt) => traced('begin', id, attempt, () => steps.begin(id, attempt)),
    complete: (id, attempt) => traced('complete', id, attempt, () => steps.complete(id, attempt)),
    abandon: (id, reason, attempt) =>
      traced('abandon', id, attempt, () => steps.abandon(id, reason, attempt)),
  };
}

/** The call-backs of a worker. */
export function tracedUpdates(tracing: Tracing, updates: PurchaseUpdates): PurchaseUpdates {
  return {
    report: (purchase, report) => {
      const attributes = { 'solano.status': report.status };
      return tracing.part('call-back', { ...CALL, attributes }, () =>
        updates.report(purchase, report),
      );
    },
  };
}
