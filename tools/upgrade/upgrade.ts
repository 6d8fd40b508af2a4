import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedServer } from '@solano/embedded-postgres';
import { freePort } from '@solano/embedded-postgres/free-port';
import { PostgresDatabase } from '@solano/postgres';
import type { TemporalAccess } from '../servers/temporal-server.ts';
import { Load } from './load.ts';
import type { Environment, Release, Running } from './release.ts';
import { command, present, start } from './release.ts';

const SETTLING_MS = 60_000;
/** How many final states each purchase got. */
const SETTLEMENTS = `SELECT id, count(change.status)::int AS count FROM purchase
  LEFT JOIN purchase_status_change change
    ON purchase_id = id AND change.status IN ('completed', 'failed') GROUP BY id`;
const WORKER = 'apps/worker/src/main.ts';

export interface UpgradeResult {
  /** How often each response came, by phase, request and status. */
  readonly responses: Readonly<Record<string, number>>;
  /**
   * The message of the release before when it is started on a database that was migrated; null: it
   * runs.
   */
  readonly back: string | null;
  readonly migrations: readonly string[];
  readonly accepted: number;
  /** Problems; empty if the upgrade is good. */
  readonly problems: readonly string[];
}

export interface UpgradeOptions {
  /** The release before. */
  readonly old: Release;
  /** An empty folder. */
  readonly folder: string;
  /** How long each phase takes. */
  readonly phaseMs: number;
  readonly report: (line: string) => void;
}

/**
 * One machine, everything embedded: the release before is stopped and the present one started on its
 * data; then back, from a backup where the release before rejects the database.
 */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<UpgradeResult> {
  const { old, folder, phaseMs, report } = options;
  const dataFolder = join(folder, 'data');
  const backups = { BACKUP_TARGET: `file:${join(folder, 'backups')}` };
  const environment = { SOLANO_DATA: dataFolder, ...(await common()), ...backups };
  const load = new Load(await makeKey(old, environment));
  const only = async (running: Running) => {
    load.add(running.url);
    await pause(phaseMs);
    load.remove(running.url);
    await running.stop();
  };
  const during = (phase: string) => {
    report(phase);
    load.phase(phase);
  };
  during('the release before');
  load.start();
  await only(await start(old, environment));
  const { id } = await command<{ id: string }>(old, environment, ['backup', 'create']);
  const migrations = await pendingMigrations(environment);
  during('the new release');
  await only(await start(present, environment));
  const before = await countIn(dataFolder, [...load.accepted.values()].flat());
  during('back in the release before');
  const back = await attempt(() => start(old, environment));
  if (back.failure !== undefined) {
    await command(old, environment, ['backup', 'restore', id, '--overwrite']);
    load.accepted.delete('the new release');
  }
  await only(back.running ?? (await start(old, environment)));
  await load.stop();
  const after = await countIn(dataFolder, [...load.accepted.values()].flat());
  const files = await countUploads(join(dataFolder, 'objects'), load.uploads);
  const problems = [...load.wrong, ...before, ...after, ...files];
  return resultOf(load, { back: back.failure ?? null, migrations, problems });
}

/**
 * Several APIs on one database: those of the present release are started beside those of the release
 * before, which are stopped then; and back where the database allows that.
 */
export async function upgradeBeside(
  options: UpgradeOptions & { readonly temporal?: TemporalAccess },
): Promise<UpgradeResult> {
  const { old, folder, phaseMs, report, temporal } = options;
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await openEmbeddedServer(join(folder, 'database')));
  const objects = join(folder, 'objects');
  const environment = {
    DATABASE_URL: url,
    SOLANO_DATA: join(folder, 'data'),
    OBJECT_STORE: `file:${objects}`,
    ...(await common()),
    ...(temporal && {
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_TASK_QUEUE: crypto.randomUUID(),
    }),
  };
  const load = new Load(await makeKey(old, environment));
  const site = new Site(load, environment, temporal !== undefined);
  opened.use(site);
  const during = async (phase: string, change: () => Promise<unknown>) => {
    report(phase);
    load.phase(phase);
    await change();
    await pause(phaseMs);
  };
  await during('two of the release before', async () => {
    await site.add(old, 2);
    load.start();
  });
  const migrations = await pendingMigrations(environment);
  await during('two of each', () => site.add(present, 2));
  await during('two of the new release', () => site.remove(old));
  let back: string | null = null;
  await during('one of the release before beside them again', async () => {
    back = (await attempt(() => site.add(old, 1))).failure ?? null;
  });
  if (back === null) {
    await during('two of the release before alone again', async () => {
      await site.add(old, 1);
      await site.remove(present);
    });
  }
  await load.stop();
  const counted = await count(url, [...load.accepted.values()].flat());
  const files = await countUploads(objects, load.uploads);
  const problems = [...load.wrong, ...load.unreachable, ...site.problems, ...counted, ...files];
  return resultOf(load, { back, migrations, problems });
}

/** The APIs, and with Temporal the workers, that are running. */
class Site implements AsyncDisposable {
  readonly #load: Load;
  readonly #environment: Environment;
  readonly #hasWorkers: boolean;
  readonly #running: Running[] = [];
  readonly problems: string[] = [];

  constructor(load: Load, environment: Environment, hasWorkers: boolean) {
    this.#load = load;
    this.#environment = environment;
    this.#hasWorkers = hasWorkers;
  }

  async add(release: Release, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const api = await start(release, { ...this.#environment, PORT: String(await freePort()) });
      this.#running.push(api);
      this.#load.add(api.url);
      if (!this.#hasWorkers) continue;
      const own = { ...this.#environment, CALLBACK_URL: api.url };
      this.#running.push(await start(release, own, WORKER));
    }
  }

  /** Workers first: they call back the API that was started with them. */
  async remove({ name }: Release): Promise<void> {
    const leaving = this.#running.filter((each) => each.name === name);
    for (const { url } of leaving) this.#load.remove(url);
    for (const each of leaving.toSorted((a, b) => a.url.length - b.url.length)) {
      const code = await each.stop();
      if (code !== 0) this.problems.push(`a process of the ${name} release ended with ${code}`);
      this.#running.splice(this.#running.indexOf(each), 1);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#running) await each[Symbol.asyncDispose]();
  }
}

async function common() {
  return {
    PORT: String(await freePort()),
    SOLANO_DEMO: 'off',
    RATE_LIMIT_PER_MINUTE: '0',
    CALLBACK_SECRET: 'not a secret: processes that are upgraded',
    SECRETS_KEY: 'not a secret: processes that are upgraded',
  };
}

async function makeKey(release: Release, environment: Environment): Promise<string> {
  await command(release, environment, ['customer', 'add', 'load']);
  const { key } = await command<{ key: string }>(release, environment, ['key', 'issue', 'load']);
  return key;
}

/** The migrations that the present release would apply. */
async function pendingMigrations(environment: Environment): Promise<string[]> {
  const { failure } = await attempt(() => command(present, environment, ['migrate', '--check']));
  return failure?.split('\n').map((line) => line.replace('pending: ', '')) ?? [];
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly running?: T; readonly failure?: string }> {
  try {
    return { running: await work() };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

async function countIn(dataFolder: string, accepted: readonly string[]): Promise<string[]> {
  await using server = await openEmbeddedServer(dataFolder);
  return await count(server.url, accepted, 0);
}

/** Waits until everything is settled, and says what is lost, settled twice or not settled. */
async function count(
  url: string,
  accepted: readonly string[],
  settlingMs = SETTLING_MS,
): Promise<string[]> {
  await using database = await PostgresDatabase.connect(url);
  const read = () => database.run<{ id: string; count: number }>({ text: SETTLEMENTS }, []);
  const end = performance.now() + settlingMs;
  let rows = await read();
  while (performance.now() < end && rows.some((row) => row.count === 0)) {
    await pause(100);
    rows = await read();
  }
  const known = new Set(rows.map(({ id }) => id));
  // Where nothing runs, what is not settled waits for the next start.
  const waiting = settlingMs === 0 ? [] : rows.filter((row) => row.count === 0);
  return [
    ...accepted.filter((id) => !known.has(id)).map((id) => `purchase ${id} is lost`),
    ...rows.filter((row) => row.count > 1).map(({ id }) => `purchase ${id} is settled twice`),
    ...waiting.map(({ id }) => `purchase ${id} is not settled`),
  ];
}

async function countUploads(objects: string, uploads: number): Promise<string[]> {
  const entries = await readdir(objects, { recursive: true });
  const files = entries.filter((path) => path.endsWith('.csv')).length;
  return files >= uploads ? [] : [`${uploads} files were uploaded, and ${files} are there`];
}

function resultOf(load: Load, found: Pick<UpgradeResult, 'back' | 'migrations' | 'problems'>) {
  const accepted = [...load.accepted.values()].flat().length;
  return { responses: load.responses, accepted, ...found };
}
