import type { Config } from '@solano/config';
import type { Log } from '@solano/domain/kernel';
import { MinuteRateLimit } from './authentication/rate-limit.ts';
import { SessionCookie } from './authentication/session-cookie.ts';
import { FORM_BYTES } from './body/form.ts';
import { BodyLimit } from './body/limit.ts';
import { findBuilt } from './http/built-pages.ts';
import { FairQueue } from './readers/fair-queue.ts';

/**
 * A queue records files of one customer one after the other: to record one locks the customer's plants, for which
 * each of the others would hold a connection just to wait. Seconds of CPU of API and PostgreSQL together: 1,000 outages 0.1,
 * the largest file (100,000) 9 to 12, to take it back 5, 5,000 plants 1; of the other queue a million measured
 * values 12, a million trades 16. So there is time for one of the largest, and mostly for two.
 */
const FILE_LIMITS = { maxConcurrent: 3, maxPerCaller: 1, maxWaitMs: 30_000 };

/** The queues in which uploaded files wait for their turn; files of periods apart, as they are usually larger. */
export function fileQueues() {
  return { fileQueue: new FairQueue(FILE_LIMITS), seriesQueue: new FairQueue(FILE_LIMITS) };
}

/** Returns the endpoints' part of the configuration. */
export function apiSettings(config: Config, log: Log) {
  const largest = Math.max(config.maxJsonBytes, config.maxUploadBytes + FORM_BYTES);
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  return {
    engine: config.workflow.kind,
    rateLimit: new MinuteRateLimit(config.requestsPerMinute),
    trustedProxies: config.trustedProxies,
    secure,
    sessionCookie: new SessionCookie(secure),
    consoleFolder: findBuilt('console', log),
    guideFolder: findBuilt('guide', log),
    maxItems: config.maxPurchaseItems,
    maxWaitingPurchases: config.maxWaitingPurchases,
    maxJsonBytes: config.maxJsonBytes,
    maxUploadBytes: config.maxUploadBytes,
    seriesBodies: {
      maxUploadBytes: config.maxSeriesBytes,
      bodies: new BodyLimit(config.maxSeriesBytes + FORM_BYTES),
    },
    ...fileQueues(),
    bodies: new BodyLimit(largest),
    responses: new BodyLimit(4 * largest),
    enabled: config.outageUploads,
    testingToken: config.testingToken,
  };
}
