import type {
  BackupConfig,
  Config,
  MarketSourceConfig,
  ObjectStoreConfig,
  WeatherSourceConfig,
  WorkflowConfig,
} from './config.ts';
import { ConfigError } from './config.ts';
import { type Environment, engineOf, environment } from './environment.ts';
import { OBJECT_STORE } from './values.ts';

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 *
 * @throws ConfigError naming every variable that does not make sense.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const { variables, warnings } = withCurrentNames(Object.fromEntries(present));
  const read = environment.safeParse(withoutUnused(variables));
  if (!read.success) {
    const { issues } = read.error;
    const problems = issues.map(({ path, message }) => `${String(path[0])} ${message}`);
    throw new ConfigError([...new Set(problems)]);
  }
  const { data } = read;
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL,
    dataFolder: data.SOLANO_DATA,
    databaseUrl: data.DATABASE_URL,
    objectStore: storeAt(data.OBJECT_STORE ?? `file:${data.SOLANO_DATA}/objects`, data),
    workflow: workflowOf(data),
    secretsKey: data.SECRETS_KEY,
    previousSecretsKeys: data.SECRETS_KEY_PREVIOUS,
    maxPurchaseItems: data.MAX_PURCHASE_ITEMS,
    maxWaitingPurchases: data.MAX_WAITING_PURCHASES,
    maxJsonBytes: data.MAX_JSON_BYTES,
    maxUploadBytes: data.MAX_UPLOAD_BYTES,
    maxSeriesBytes: data.MAX_SERIES_BYTES,
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
      pollEveryMs: data.MARKET_POLL_EVERY,
      limits: data.MARKET_LIMITS,
      imbalanceIndicators: data.ESIOS_IMBALANCE_INDICATORS,
    },
    weatherSources: data.WEATHER_SOURCES.map((name) => weatherSourceOf(name, data)),
    backup: backupOf(data),
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: data.LOG_LEVEL,
    warnings,
  };
}

/** Variables of earlier releases, and what they are called now. */
const RENAMED: Readonly<Record<string, string>> = {
  MARKET_LOOK_EVERY: 'MARKET_POLL_EVERY',
  TEMPORAL_METRICS: 'METRICS_ADDRESS',
};

/** The variables by their names of this release; what is set by its name of this release wins. */
function withCurrentNames(variables: Readonly<Record<string, unknown>>): {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
} {
  const old = Object.entries(RENAMED).filter(([name]) => name in variables);
  const renamed = Object.fromEntries(old.map(([name, current]) => [current, variables[name]]));
  return {
    variables: { ...(renamed as Record<string, unknown>), ...variables },
    warnings: old.map(([name, current]) => `${name} is called ${current} now: rename it`),
  };
}

/** Only Temporal's workers call the API back: else the variables of callbacks are not looked at. */
function withoutUnused(
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (engineOf(variables) === 'temporal') return variables;
  const used = Object.entries(variables).filter(([name]) => !name.startsWith('CALLBACK_'));
  return Object.fromEntries(used);
}

function marketSourceOf(name: MarketSourceConfig['name'], data: Environment): MarketSourceConfig {
  const { OMIE_URL, ESIOS_URL, ESIOS_TOKEN = '', ENTSOE_URL, ENTSOE_TOKEN = '' } = data;
  if (name === 'omie') return { name, url: OMIE_URL };
  return name === 'esios'
    ? { name, url: ESIOS_URL, token: ESIOS_TOKEN }
    : { name, url: ENTSOE_URL, token: ENTSOE_TOKEN };
}

/** Subscriptions of Open-Meteo have servers of their own. */
function weatherSourceOf(
  name: WeatherSourceConfig['name'],
  { OPEN_METEO_URL, OPEN_METEO_KEY: key }: Environment,
): WeatherSourceConfig {
  const host = key === undefined ? 'api.open-meteo.com' : 'customer-api.open-meteo.com';
  return { name, url: OPEN_METEO_URL ?? `https://${host}`, key };
}

function backupOf(data: Environment): BackupConfig | undefined {
  if (data.BACKUP_TARGET === undefined) return undefined;
  const target = storeAt(data.BACKUP_TARGET, data);
  return { target, key: data.BACKUP_KEY, keepMs: data.BACKUP_KEEP };
}

function storeAt(location: string, data: Environment): ObjectStoreConfig {
  const { folder, bucket, prefix = '' } = OBJECT_STORE.exec(location)?.groups ?? {};
  if (bucket === undefined) return { kind: 'directory', folder: folder ?? '' };
  const forcePathStyle = data.S3_FORCE_PATH_STYLE === 'true';
  return { kind: 's3', bucket, prefix: prefix.replace(/\/+$/, ''), forcePathStyle };
}

function workflowOf(data: Environment): WorkflowConfig {
  const { TEMPORAL_ADDRESS, TEMPORAL_API_KEY, TEMPORAL_TLS } = data;
  if (engineOf(data) === 'embedded' || TEMPORAL_ADDRESS === undefined) return { kind: 'embedded' };
  const { CALLBACK_SECRET: secret = '', CALLBACK_SECRET_PREVIOUS: previousSecrets } = data;
  const url = data.CALLBACK_URL ?? data.PUBLIC_URL;
  return {
    kind: 'temporal',
    address: TEMPORAL_ADDRESS,
    namespace: data.TEMPORAL_NAMESPACE,
    taskQueue: data.TEMPORAL_TASK_QUEUE,
    // A key is not to be sent in the clear, unless that is asked for.
    tls: TEMPORAL_TLS === undefined ? TEMPORAL_API_KEY !== undefined : TEMPORAL_TLS === 'true',
    ...(TEMPORAL_API_KEY !== undefined && { apiKey: TEMPORAL_API_KEY }),
    callbacks: { url, secret, previousSecrets },
  };
}
