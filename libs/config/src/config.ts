import type { MarketLimits } from './values.ts';

/** The settings of the environment, checked and with their defaults. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of links, without a trailing slash; unset: host and port. */
  readonly publicUrl: string | undefined;
  /** Folder of the embedded parts. */
  readonly dataFolder: string;
  /** Unset: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly objectStore: ObjectStoreConfig;
  readonly workflow: WorkflowConfig;
  /** Encrypts secrets in the database and seals the audit log; unset: made in the data folder where the database is embedded. */
  readonly secretsKey: string | undefined;
  /** Keys that secrets and seals may still be made with. */
  readonly previousSecretsKeys: readonly string[];
  readonly maxPurchaseItems: number;
  /** Purchases of one customer that wait; 0: any number. */
  readonly maxWaitingPurchases: number;
  readonly maxJsonBytes: number;
  readonly maxUploadBytes: number;
  /** Bytes of a file of measured energy, or of values of it in JSON. */
  readonly maxSeriesBytes: number;
  /** Requests that are worked on at once. */
  readonly maxRequestsInWork: number;
  /** Requests of one key in a minute; 0: as many as it likes. */
  readonly requestsPerMinute: number;
  /** IP addresses and networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** IP address:port where Prometheus finds the metrics of this process, API or worker; unset: nowhere. */
  readonly metricsAddress: string | undefined;
  /** Whether webhooks may go to private and loopback addresses. */
  readonly privateWebhooks: boolean;
  /** Whether outage files are taken. */
  readonly outageUploads: boolean;
  /** The token that simulates an outages upload. */
  readonly testingToken: string;
  readonly demo: boolean;
  readonly marketData: MarketDataConfig;
  /** Sources of weather; none: nothing is fetched. */
  readonly weatherSources: readonly WeatherSourceConfig[];
  /** Unset: no backups are made. */
  readonly backup: BackupConfig | undefined;
  /** Base of the addresses of an OpenTelemetry collector, without a trailing slash; unset: nothing is traced. */
  readonly tracesUrl: string | undefined;
  readonly logLevel: string;
  /** Settings that work but should be changed: a line for each variable, which begins with it. */
  readonly warnings: readonly string[];
}

/** Location of backups, and how long they are kept. */
export interface BackupConfig {
  readonly target: ObjectStoreConfig;
  /** An age identity, which encrypts and decrypts; unset: backups have no secrets of the service. */
  readonly key: string | undefined;
  readonly keepMs: number;
}

/** Sources of market data, in order of trust; none: nothing is fetched. */
export interface MarketDataConfig {
  readonly sources: readonly MarketSourceConfig[];
  /** The time between two polls for a document. */
  readonly pollEveryMs: number;
  /** Price limits beside those that are built in, in EUR/MWh. */
  readonly limits: readonly MarketLimits[];
  /** The indicators of e·sios that hold the prices of deviations; undefined: those assumed. */
  readonly imbalanceIndicators?:
    | { readonly short: number; readonly long: number }
    | 'off'
    | undefined;
}

/** A source, the base of its addresses without a trailing slash, and its token. */
export type MarketSourceConfig =
  | { readonly name: 'omie'; readonly url: string }
  | { readonly name: 'esios'; readonly url: string; readonly token: string }
  | { readonly name: 'entsoe'; readonly url: string; readonly token: string };

/** A source of weather, the base of its addresses without a trailing slash, and its key if there is one. */
export interface WeatherSourceConfig {
  readonly name: 'open-meteo';
  readonly url: string;
  readonly key: string | undefined;
}

/** Location of objects: a folder, or a prefix (empty: none) of an S3 bucket. */
export type ObjectStoreConfig =
  | { readonly kind: 'directory'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly forcePathStyle: boolean;
    };

/** The engine that runs purchases: the embedded one, or a Temporal cluster's workers. */
export type WorkflowConfig = { readonly kind: 'embedded' } | TemporalConfig;

export interface TemporalConfig {
  readonly kind: 'temporal';
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly apiKey?: string;
  readonly tls: boolean;
  readonly callbacks: CallbackConfig;
}

/** How the workers of Temporal report to the API. */
export interface CallbackConfig {
  /** Base of the API's addresses, as publicUrl; unset: where it listens. */
  readonly url: string | undefined;
  readonly secret: string;
  /** Secrets that tokens may still be signed with. */
  readonly previousSecrets: readonly string[];
}

/** The environment does not make sense. Each problem is one line that starts with the variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
