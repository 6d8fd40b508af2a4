import { HOUR_MS, MINUTE_MS } from '@solano/domain/kernel';
import { MESSAGE_JOB, type NewJob, type Task } from '../jobs/job.ts';
import type { Retries } from '../jobs/retries.ts';
import { type DeliverySteps, MESSAGE_RETRIES_MS } from './deliver.ts';
import type { NewDelivery } from './webhook.ts';

/**
 * They wait for endpoints, and compute nothing. 64 endpoints that begin to hang hold half of them, until
 * their first messages time out, and one each from then on.
 */
const SEND_CONCURRENCY = 512;
const SENDS_PER_WEBHOOK = 4;

/** How often a message that is held checks whether the operator has released it. */
const HELD_PAUSE_MS = MINUTE_MS;

/** For three days, hourly in the end. */
const RETRIES: Retries = {
  firstMs: 5_000,
  factor: 3,
  longestMs: HOUR_MS,
  forMs: MESSAGE_RETRIES_MS,
};

interface MessageTaskOptions {
  readonly retries?: Retries | undefined;
  /** Whether messages wait for the operator. */
  readonly isHeld?: () => Promise<boolean>;
}

/** The job that comes with each webhook message. Webhooks take turns. */
export function messageJob({ id, webhookId }: Pick<NewDelivery, 'id' | 'webhookId'>): NewJob {
  return { kind: MESSAGE_JOB, subject: id, lane: webhookId };
}

/** Sends webhook messages, of one webhook a few at a time: an endpoint that hangs does not delay others. */
export function messageTask(
  steps: DeliverySteps,
  { retries = RETRIES, isHeld = async () => false }: MessageTaskOptions = {},
): Task {
  return {
    kind: MESSAGE_JOB,
    concurrency: SEND_CONCURRENCY,
    concurrencyPerLane: SENDS_PER_WEBHOOK,
    retries,
    maxDelayMs: retries.longestMs,
    async step({ subject, step, attempt }) {
      if (await isHeld()) return { step, due: { afterMs: HELD_PAUSE_MS } };
      if (step === 'abandon') await steps.abandon(subject);
      else await steps.send(subject, attempt);
      return undefined;
    },
    giveUp: () => ({ step: 'abandon' }),
  };
}
