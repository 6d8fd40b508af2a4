import { z } from 'zod';
import type { MarketLimits } from './values.ts';
import {
  address,
  base,
  count,
  DAY_MS,
  keep,
  limits,
  lookEvery,
  networks,
  OBJECT_STORE,
  oneOf,
  ownAddress,
  previousSecrets,
  SECRET,
  sources,
  token,
  url,
} from './values.ts';

/** The settings of the environment, checked and with their defaults. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of links, without a trailing slash; unset: host and port. */
  readonly publicUrl: string | undefined;
  /** Base of the workflow's call-backs, likewise; unset: the address that the API listens on. */
  readonly callbackUrl: string | undefined;
  /** Folder of the embedded parts. */
  readonly dataFolder: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly objectStore: ObjectStoreConfig;
  readonly workflow: WorkflowConfig;
  /** Unset: made in the data folder. Always set where the engine is Temporal. */
  readonly callbackSecret: string | undefined;
  /** Secrets that tokens may still be signed with. */
  readonly previousCallbackSecrets: readonly string[];
  /** Encrypts secrets in the database and seals the audit log; unset: made in the data folder where the database is embedded. */
  readonly secretsKey: string | undefined;
  /** Keys that secrets and seals may still be made with. */
  readonly previousSecretsKeys: readonly string[];
  readonly maxPurchaseItems: number;
  /** Purchases of one customer that wait; 0: any number. */
  readonly maxWaitingPurchases: number;
  readonly maxJsonBytes: number;
  readonly maxUploadBytes: number;
  /** Requests that are worked on at once. */
  readonly maxRequestsInWork: number;
  /** Requests of one key in a minute; 0: as many as it likes. */
  readonly requestsPerMinute: number;
  /** IP addresses and networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** IP address:port where Prometheus finds the API's metrics; unset: nowhere. */
  readonly metricsAddress: string | undefined;
  /** Whether webhooks may go to private and loopback addresses. */
  readonly privateWebhooks: boolean;
  /** Whether outage files are taken. */
  readonly outageUploads: boolean;
  /** The token that simulates an outages upload. */
  readonly testingToken: string;
  readonly demo: boolean;
  readonly marketData: MarketDataConfig;
  /** Unset: no backups are made. */
  readonly backup: BackupConfig | undefined;
  readonly logLevel: string;
}

/** Where backups are kept, and for how long. */
export interface BackupConfig {
  readonly target: ObjectStoreConfig;
  /** An age identity, which encrypts and decrypts; unset: backups have no secrets of the service. */
  readonly key: string | undefined;
  readonly keepMs: number;
}

/** Where market data come from, in order of trust; none: nothing is asked for. */
export interface MarketDataConfig {
  readonly sources: readonly MarketSourceConfig[];
  /** The time between two looks for a document. */
  readonly lookEveryMs: number;
  /** Price limits beside those that are built in, in EUR/MWh. */
  readonly limits: readonly MarketLimits[];
}

/** A source, the base of its addresses without a trailing slash, and its token. */
export type MarketSourceConfig =
  | { readonly name: 'omie'; readonly url: string }
  | { readonly name: 'esios' | 'entsoe'; readonly url: string; readonly token: string };

/** Where objects are kept: in a folder, or under a prefix (empty: none) of an S3 bucket. */
export type ObjectStoreConfig =
  | { readonly kind: 'directory'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly forcePathStyle: boolean;
    };

/** Which engine runs purchases: the embedded one, or a Temporal cluster's workers. */
export type WorkflowConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'temporal';
      /** host:port */
      readonly address: string;
      readonly namespace: string;
      readonly taskQueue: string;
      readonly apiKey?: string;
      readonly tls: boolean;
      /** IP address:port where Prometheus finds this process's metrics of Temporal; unset: nowhere. */
      readonly metricsAddress?: string;
    };

/** The environment does not make sense. Each problem is one line that starts with the variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: count(0, 65_535).default(3000),
    PUBLIC_URL: base.optional(),
    CALLBACK_URL: base.optional(),
    SOLANO_DATA: z.string().default('./.solano'),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    OBJECT_STORE: z
      .string()
      .regex(OBJECT_STORE, 'must be file:<folder> or s3://<bucket>[/<prefix>]')
      .optional(),
    BACKUP_TARGET: z
      .string()
      .regex(OBJECT_STORE, 'must be file:<folder> or s3://<bucket>[/<prefix>]')
      .optional(),
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
    TEMPORAL_METRICS: ownAddress.optional(),
    MAX_PURCHASE_ITEMS: count(1, 100_000).default(35_136),
    MAX_WAITING_PURCHASES: count(0, 100_000_000).default(10_000),
    MAX_JSON_BYTES: count(1, 2 ** 29).default(33_554_432),
    MAX_UPLOAD_BYTES: count(1, 2 ** 30).default(10_485_760),
    MAX_REQUESTS_IN_WORK: count(1, 100_000).default(256),
    RATE_LIMIT_PER_MINUTE: count(0, 1_000_000).default(600),
    TRUSTED_PROXIES: networks.default([]),
    METRICS_ADDRESS: ownAddress.optional(),
    WEBHOOK_PRIVATE_ADDRESSES: oneOf(['refuse', 'allow']).default('refuse'),
    OUTAGES_UPLOADS: oneOf(['on', 'off']).default('on'),
    OUTAGES_TESTING_TOKEN: z.string().min(1).default('testing-token'),
    SOLANO_DEMO: oneOf(['on', 'off']).optional(),
    MARKET_SOURCES: sources.default([]),
    MARKET_LOOK_EVERY: lookEvery.default(300_000),
    MARKET_LIMITS: limits.default([]),
    OMIE_URL: base.default('https://www.omie.es'),
    ESIOS_URL: base.default('https://api.esios.ree.es'),
    ESIOS_TOKEN: token.optional(),
    ENTSOE_URL: base.default('https://web-api.tp.entsoe.eu'),
    ENTSOE_TOKEN: token.optional(),
    LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  })
  .refine((data) => engineOf(data) === 'embedded' || data.TEMPORAL_ADDRESS !== undefined, {
    path: ['TEMPORAL_ADDRESS'],
    message: 'must be set where WORKFLOW_ENGINE is temporal',
  })
  .refine((data) => engineOf(data) === 'embedded' || data.CALLBACK_SECRET !== undefined, {
    path: ['CALLBACK_SECRET'],
    message: 'must be set where the engine is temporal, the same for the API and its workers',
  })
  .refine((data) => data.BACKUP_TARGET === undefined || !isWithin(data.BACKUP_TARGET, data), {
    path: ['BACKUP_TARGET'],
    message: 'must not be a part of OBJECT_STORE, nor hold it',
  })
  .refine((data) => !data.MARKET_SOURCES.includes('esios') || data.ESIOS_TOKEN !== undefined, {
    path: ['ESIOS_TOKEN'],
    message: 'must be set where MARKET_SOURCES has esios',
  })
  .refine((data) => !data.MARKET_SOURCES.includes('entsoe') || data.ENTSOE_TOKEN !== undefined, {
    path: ['ENTSOE_TOKEN'],
    message: 'must be set where MARKET_SOURCES has entsoe',
  });

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 *
 * @throws ConfigError naming every variable that does not make sense.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const read = environment.safeParse(Object.fromEntries(present));
  if (!read.success) {
    const { issues } = read.error;
    throw new ConfigError(issues.map(({ path, message }) => `${String(path[0])} ${message}`));
  }
  const { data } = read;
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: withoutSlash(data.PUBLIC_URL),
    callbackUrl: withoutSlash(data.CALLBACK_URL ?? data.PUBLIC_URL),
    dataFolder: data.SOLANO_DATA,
    databaseUrl: data.DATABASE_URL,
    objectStore: objectStoreOf(data),
    workflow: workflowOf(data),
    callbackSecret: data.CALLBACK_SECRET,
    previousCallbackSecrets: data.CALLBACK_SECRET_PREVIOUS,
    secretsKey: data.SECRETS_KEY,
    previousSecretsKeys: data.SECRETS_KEY_PREVIOUS,
    maxPurchaseItems: data.MAX_PURCHASE_ITEMS,
    maxWaitingPurchases: data.MAX_WAITING_PURCHASES,
    maxJsonBytes: data.MAX_JSON_BYTES,
    maxUploadBytes: data.MAX_UPLOAD_BYTES,
    maxRequestsInWork: data.MAX_REQUESTS_IN_WORK,
    requestsPerMinute: data.RATE_LIMIT_PER_MINUTE,
    trustedProxies: data.TRUSTED_PROXIES,
    metricsAddress: data.METRICS_ADDRESS,
    privateWebhooks: data.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    outageUploads: data.OUTAGES_UPLOADS === 'on',
    testingToken: data.OUTAGES_TESTING_TOKEN,
    demo: data.SOLANO_DEMO ? data.SOLANO_DEMO === 'on' : data.DATABASE_URL === undefined,
    marketData: {
      sources: data.MARKET_SOURCES.map((name) => marketSourceOf(name, data)),
      lookEveryMs: data.MARKET_LOOK_EVERY,
      limits: data.MARKET_LIMITS,
    },
    backup: backupOf(data),
    logLevel: data.LOG_LEVEL,
  };
}

function marketSourceOf(
  name: MarketSourceConfig['name'],
  data: z.infer<typeof environment>,
): MarketSourceConfig {
  const trimmed = (url: string) => withoutSlash(url) as string;
  if (name === 'omie') return { name, url: trimmed(data.OMIE_URL) };
  const { ESIOS_TOKEN = '', ENTSOE_TOKEN = '' } = data;
  return name === 'esios'
    ? { name, url: trimmed(data.ESIOS_URL), token: ESIOS_TOKEN }
    : { name, url: trimmed(data.ENTSOE_URL), token: ENTSOE_TOKEN };
}

function withoutSlash(text: string | undefined): string | undefined {
  return text?.replace(/\/+$/, '');
}

function backupOf(data: z.infer<typeof environment>): BackupConfig | undefined {
  if (data.BACKUP_TARGET === undefined) return undefined;
  const target = storeAt(data.BACKUP_TARGET, data);
  return { target, key: data.BACKUP_KEY, keepMs: data.BACKUP_KEEP };
}

/** Whether one of two locations is in the other: backups would be backed up. */
function isWithin(
  target: string,
  data: { readonly OBJECT_STORE?: string | undefined; readonly SOLANO_DATA: string },
): boolean {
  const [one, other] = [target, data.OBJECT_STORE ?? `file:${data.SOLANO_DATA}/objects`].map(
    (location) => `${location.replace(/\/+$/, '')}/`,
  ) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

function objectStoreOf(data: z.infer<typeof environment>): ObjectStoreConfig {
  return storeAt(data.OBJECT_STORE ?? `file:${data.SOLANO_DATA}/objects`, data);
}

function storeAt(
  location: string,
  data: { readonly S3_FORCE_PATH_STYLE: 'true' | 'false' },
): ObjectStoreConfig {
  const { folder, bucket, prefix = '' } = OBJECT_STORE.exec(location)?.groups ?? {};
  if (bucket === undefined) return { kind: 'directory', folder: folder ?? '' };
  const forcePathStyle = data.S3_FORCE_PATH_STYLE === 'true';
  return { kind: 's3', bucket, prefix: prefix.replace(/\/+$/, ''), forcePathStyle };
}

/** The address of a cluster chooses its engine, unless another is asked for. */
function engineOf(data: {
  readonly WORKFLOW_ENGINE?: WorkflowConfig['kind'] | undefined;
  readonly TEMPORAL_ADDRESS?: string | undefined;
}): WorkflowConfig['kind'] {
  return data.WORKFLOW_ENGINE ?? (data.TEMPORAL_ADDRESS === undefined ? 'embedded' : 'temporal');
}

function workflowOf(data: z.infer<typeof environment>): WorkflowConfig {
  const { TEMPORAL_ADDRESS, TEMPORAL_API_KEY, TEMPORAL_TLS, TEMPORAL_METRICS } = data;
  if (engineOf(data) === 'embedded' || TEMPORAL_ADDRESS === undefined) return { kind: 'embedded' };
  return {
    kind: 'temporal',
    address: TEMPORAL_ADDRESS,
    namespace: data.TEMPORAL_NAMESPACE,
    taskQueue: data.TEMPORAL_TASK_QUEUE,
    // A key is not to be sent in the clear, unless that is asked for.
    tls: TEMPORAL_TLS === undefined ? TEMPORAL_API_KEY !== undefined : TEMPORAL_TLS === 'true',
    ...(TEMPORAL_API_KEY !== undefined && { apiKey: TEMPORAL_API_KEY }),
    ...(TEMPORAL_METRICS !== undefined && { metricsAddress: TEMPORAL_METRICS }),
  };
}
