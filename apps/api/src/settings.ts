import type { Config } from '@solano/config';
import type { Log } from '@solano/domain/kernel';
import { MinuteRateLimit } from './authentication/rate-limit.ts';
import { SessionCookie } from './authentication/session-cookie.ts';
import { FORM_BYTES } from './body/form.ts';
import { BodyLimit } from './body/limit.ts';
import { findBuilt } from './http/built-pages.ts';
import { FairQueue } from './readers/fair-queue.ts';

/** Outages and plants of one customer are recorded one file after the other, which takes less than a second each. */
const FILE_LIMITS = { maxConcurrent: 3, maxPerCaller: 1, maxWaitMs: 10_000 };
/**
 * So are files of periods, apart: a million values take a thread seconds, and to record them locks the
 * customer's plants, for which another file would hold a connection just to wait.
 */
const SERIES_LIMITS = { maxConcurrent: 3, maxPerCaller: 1, maxWaitMs: 30_000 };

/** The queues in which uploaded files wait for their turn. */
export function fileQueues() {
  return { fileQueue: new FairQueue(FILE_LIMITS), seriesQueue: new FairQueue(SERIES_LIMITS) };
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
