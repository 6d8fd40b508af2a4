import { join } from 'node:path';
import { type Environment, environment } from '@solano/config/environment';

/** The page of the configuration, which this package writes. */
export const CONFIGURATION_PAGE = join(import.meta.dirname, '../../docs/configuration.md');

/** Meaning of each variable, and its default if its schema has none for people. */
const VARIABLES: Readonly<Record<keyof Environment, readonly [meaning: string, unset?: string]>> = {
  HOST: ['where the API listens'],
  PORT: ['the port on which the API listens; 0: any free one'],
  PUBLIC_URL: ['base of links; shown to users, so it may hold no password', '`http://HOST:PORT`'],
  CALLBACK_URL: [
    "Temporal only: base of the workers' callbacks; checked at a worker's start, with a warning where it reaches no API; without a password",
    '`PUBLIC_URL` where that is set, else the address that the API listens on',
  ],
  SOLANO_DATA: ["folder of the embedded parts; `demo.key` holds the demo customer's key"],
  DATABASE_URL: ['any PostgreSQL ≥ 15', 'the embedded PostgreSQL in `SOLANO_DATA`'],
  OBJECT_STORE: [
    '`file:<folder>` (700, its files 600) or `s3://<bucket>[/<prefix>]`, with the usual `AWS_*` variables',
    '`file:SOLANO_DATA/objects`',
  ],
  BACKUP_TARGET: [
    '`file:<folder>` or `s3://<bucket>[/<prefix>]`, away from the objects: a backup each day ([operations.md](operations.md))',
    'no backups',
  ],
  BACKUP_KEY: [
    'encrypts backups, made by `solano backup key`; without one they hold no secret of the service, and the embedded database is not archived between them',
  ],
  BACKUP_KEEP: ['how long backups are kept', '14d'],
  S3_FORCE_PATH_STYLE: ['true: the bucket is in the path, not in the host name'],
  WORKFLOW_ENGINE: [
    "embedded: durable, in the API's process; temporal: a cluster and its workers",
    'temporal where `TEMPORAL_ADDRESS` is set, else embedded',
  ],
  CALLBACK_SECRET: [
    "Temporal only: signs the workers' callbacks; 32 characters or more",
    'required with Temporal',
  ],
  CALLBACK_SECRET_PREVIOUS: [
    'Temporal only: previous secrets, comma-separated; callbacks signed with them are accepted while the secret is replaced',
  ],
  SECRETS_KEY: [
    'encrypts the signing secrets of webhooks and seals the audit log; the same for every process; 32 characters or more. Without it on another database webhooks cannot be added',
    'made in `SOLANO_DATA` with the embedded database',
  ],
  SECRETS_KEY_PREVIOUS: [
    'previous keys, comma-separated; they still read secrets and verify seals while the key is replaced',
  ],
  TEMPORAL_ADDRESS: ['`host:port` of the Temporal cluster'],
  TEMPORAL_NAMESPACE: ['the namespace in the cluster; the same for the API and its workers'],
  TEMPORAL_TASK_QUEUE: ['the task queue in the namespace; the same for the API and its workers'],
  TEMPORAL_API_KEY: ['the key of a cluster that asks for one'],
  TEMPORAL_TLS: ['whether the connection to the cluster is encrypted', 'true where a key is given'],
  MAX_PURCHASE_ITEMS: ['items of one purchase'],
  MAX_WAITING_PURCHASES: [
    'purchases of one customer that wait at a time (submissions at the same moment may exceed it by a few); beyond: 429 with `Retry-After`; 0: any number',
  ],
  MAX_JSON_BYTES: ['size of a JSON body'],
  MAX_UPLOAD_BYTES: ['size of an outage file'],
  MAX_SERIES_BYTES: ['size of a file of measured energy or of executed trades'],
  MAX_REQUESTS_IN_WORK: ['concurrent requests; beyond: 503 with `Retry-After`'],
  RATE_LIMIT_PER_MINUTE: [
    "requests in a minute of one customer's keys together, and as many of its sessions; as many with bad keys, of the document's pages, and wrong sign-in codes, from one address; each API counts its own; 0: off",
  ],
  TRUSTED_PROXIES: [
    'IP addresses and CIDR networks, between commas, of the proxies whose `X-Forwarded-For` is trusted',
    'none',
  ],
  METRICS_ADDRESS: [
    'IP address and port, such as 127.0.0.1:9464, where Prometheus finds `/metrics` of this process, API or worker; one for each process; not for the public',
  ],
  WEBHOOK_PRIVATE_ADDRESSES: [
    'allow: webhooks may go to private and loopback addresses, and by http',
  ],
  OUTAGES_UPLOADS: ['off: outage uploads get a 503'],
  OUTAGES_TESTING_TOKEN: ['the token that simulates an upload'],
  SOLANO_DEMO: [
    'make the demo customer at the first start, and keep its synthetic data current: forecasts, measured energy, a year of purchases and trades, and prices that only it sees',
    'on with the embedded database, else off',
  ],
  MARKET_SOURCES: [
    'sources from which market data are fetched automatically, in order of trust: `omie`, `esios`, `entsoe` ([market-data.md](market-data.md))',
  ],
  MARKET_POLL_EVERY: ['the time between two polls for a document, 1s to 24h', '5m'],
  MARKET_LIMITS: ['price limits beside the built-in ones: `day-ahead 2027-01-01 -700 5000; …`'],
  OMIE_URL: ['base address of OMIE'],
  ESIOS_URL: ['base address of e·sios'],
  ESIOS_TOKEN: ['token of e·sios; required where it is a source'],
  ESIOS_IMBALANCE_INDICATORS: [
    'the indicators of e·sios that hold the prices of deviations ([market-data.md](market-data.md)), or `off`',
    '`short=687,long=686`',
  ],
  ENTSOE_URL: ['base address of the ENTSO-E Transparency Platform'],
  ENTSOE_TOKEN: ['token of ENTSO-E; required where it is a source'],
  WEATHER_SOURCES: [
    'sources from which forecasts of the weather are fetched automatically: `open-meteo` ([weather.md](weather.md))',
  ],
  OPEN_METEO_URL: [
    'base address of Open-Meteo, or of a server of your own',
    '`https://api.open-meteo.com`, with a key `https://customer-api.open-meteo.com`',
  ],
  OPEN_METEO_KEY: ['key of an Open-Meteo subscription; nothing is sent as a key where it is unset'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'base URL of an OpenTelemetry collector, such as http://127.0.0.1:4318, to which API and worker send [traces](operations.md#traces) by OTLP over HTTP',
    'nothing is traced',
  ],
  LOG_LEVEL: ['trace, debug, info, warn, error, fatal or silent'],
};

/** The page, in Markdown: every variable that the service reads. */
export function configurationPage(): string {
  const rows = Object.entries(VARIABLES).map(([name, [meaning, unset]]) => {
    const schema = environment.shape[name as keyof Environment];
    return `| \`${name}\` | ${unset ?? defaultOf(schema.safeParse(undefined).data)} | ${meaning} |`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}

function defaultOf(value: unknown): string {
  const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
  return isNone ? '–' : JSON.stringify(value).replaceAll('"', '');
}

const HEAD = `# Configuration

Environment variables, read once at start; an empty one counts as unset. An invalid value is rejected with an error that
names the variable. This page is written by \`node tools/generate/reference.ts\`.

| variable | default | meaning |
| --- | --- | --- |
`;
