import { resolve } from 'node:path';
import { z } from 'zod';
import {
  address,
  base,
  count,
  DAY_MS,
  folder,
  imbalanceIndicators,
  keep,
  limits,
  marketPollInterval,
  networks,
  oneOf,
  ownAddress,
  previousSecrets,
  SECRET,
  sources,
  storeLocation,
  token,
  url,
  weatherSources,
} from './values.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** These are checked beside variables that are invalid: all problems are named at once. */
const ALWAYS = () => true;

/** The variables that are read, with their defaults, and what has to be set along with what. */
export const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: count(0, 65_535).default(3000),
    PUBLIC_URL: base.optional(),
    CALLBACK_URL: base.optional(),
    SOLANO_DATA: folder.default('./.solano'),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    OBJECT_STORE: storeLocation.optional(),
    BACKUP_TARGET: storeLocation.optional(),
    // Not quoted in the error: it is a secret.
    BACKUP_KEY: z
      .string()
      .regex(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/, 'must be a key that `solano backup key` has made')
      .optional(),
    BACKUP_KEEP: keep.default(14 * DAY_MS),
    S3_FORCE_PATH_STYLE: oneOf(['true', 'false']).default('false'),
    WORKFLOW_ENGINE: oneOf(['embedded', 'temporal']).optional(),
    CALLBACK_SECRET: SECRET.optional(),
    CALLBACK_SECRET_PREVIOUS: previousSecrets,
    SECRETS_KEY: SECRET.optional(),
    SECRETS_KEY_PREVIOUS: previousSecrets,
    TEMPORAL_ADDRESS: address.optional(),
    TEMPORAL_NAMESPACE: z.string().default('default'),
    TEMPORAL_TASK_QUEUE: z.string().default('purchases'),
    // Else the SDK rejects it by quoting it, which a log would keep.
    TEMPORAL_API_KEY: token.optional(),
    TEMPORAL_TLS: oneOf(['true', 'false']).optional(),
    MAX_PURCHASE_ITEMS: count(1, 100_000).default(35_136),
    MAX_WAITING_PURCHASES: count(0, 100_000_000).default(10_000),
    MAX_JSON_BYTES: count(1, 2 ** 29).default(33_554_432),
    MAX_UPLOAD_BYTES: count(1, 2 ** 30).default(10_485_760),
    MAX_SERIES_BYTES: count(1, 2 ** 30).default(67_108_864),
    MAX_REQUESTS_IN_WORK: count(1, 100_000).default(256),
    RATE_LIMIT_PER_MINUTE: count(0, 1_000_000).default(600),
    TRUSTED_PROXIES: networks.default([]),
    METRICS_ADDRESS: ownAddress.optional(),
    WEBHOOK_PRIVATE_ADDRESSES: oneOf(['refuse', 'allow']).default('refuse'),
    OUTAGES_UPLOADS: oneOf(['on', 'off']).default('on'),
    OUTAGES_TESTING_TOKEN: z.string().min(1).default('testing-token'),
    SOLANO_DEMO: oneOf(['on', 'off']).optional(),
    MARKET_SOURCES: sources.default([]),
    MARKET_POLL_EVERY: marketPollInterval.default(300_000),
    MARKET_LIMITS: limits.default([]),
    OMIE_URL: base.default('https://www.omie.es'),
    ESIOS_URL: base.default('https://api.esios.ree.es'),
    ESIOS_TOKEN: token.optional(),
    ESIOS_IMBALANCE_INDICATORS: imbalanceIndicators.optional(),
    ENTSOE_URL: base.default('https://web-api.tp.entsoe.eu'),
    ENTSOE_TOKEN: token.optional(),
    WEATHER_SOURCES: weatherSources.default([]),
    OPEN_METEO_URL: base.optional(),
    OPEN_METEO_KEY: token.optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: base.optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  })
  .refine((data) => engineOf(data) !== 'temporal' || data.TEMPORAL_ADDRESS !== undefined, {
    path: ['TEMPORAL_ADDRESS'],
    message: 'must be set where WORKFLOW_ENGINE is temporal',
    when: ALWAYS,
  })
  .refine((data) => engineOf(data) !== 'temporal' || data.CALLBACK_SECRET !== undefined, {
    path: ['CALLBACK_SECRET'],
    message: 'must be set where the engine is temporal, the same for the API and its workers',
    when: ALWAYS,
  })
  .refine((data) => data.BACKUP_TARGET === undefined || !isWithin(data.BACKUP_TARGET, data), {
    path: ['BACKUP_TARGET'],
    message: 'must neither be inside OBJECT_STORE nor contain it',
    when: ALWAYS,
  })
  .refine((data) => !data.MARKET_SOURCES.includes('esios') || data.ESIOS_TOKEN !== undefined, {
    path: ['ESIOS_TOKEN'],
    message: 'must be set where MARKET_SOURCES has esios',
    when: ALWAYS,
  })
  .refine((data) => !data.MARKET_SOURCES.includes('entsoe') || data.ENTSOE_TOKEN !== undefined, {
    path: ['ENTSOE_TOKEN'],
    message: 'must be set where MARKET_SOURCES has entsoe',
    when: ALWAYS,
  });

export type Environment = z.infer<typeof environment>;

/** Whether one of two locations is in the other: backups would be backed up. */
function isWithin(
  target: string,
  data: { readonly OBJECT_STORE?: string | undefined; readonly SOLANO_DATA: string },
): boolean {
  const [one, other] = [target, data.OBJECT_STORE ?? `file:${data.SOLANO_DATA}/objects`].map(
    (location) => `${absolute(location).replace(/\/+$/, '')}/`,
  ) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

function absolute(location: string): string {
  const folder = /^file:(.+)/.exec(location)?.[1];
  return folder === undefined ? location : `file:${resolve(folder)}`;
}

/** The address of a cluster chooses its engine, unless another is asked for. */
export function engineOf(data: {
  readonly WORKFLOW_ENGINE?: unknown;
  readonly TEMPORAL_ADDRESS?: unknown;
}): unknown {
  return data.WORKFLOW_ENGINE ?? (data.TEMPORAL_ADDRESS === undefined ? 'embedded' : 'temporal');
}
