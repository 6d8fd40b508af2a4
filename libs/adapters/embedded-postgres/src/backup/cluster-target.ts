import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SolanoError } from '@solano/domain/kernel';
import type {
  CurrentDatabase,
  DatabaseContent,
  DatabaseSource,
  DatabaseTarget,
  Figures,
  KeyState,
  PreparedDatabase,
  RestoreNote,
} from '@solano/domain/operations';
import { chooseAccount } from '../account.ts';
import { openEmbeddedServer } from '../embedded-server.ts';
import { undefinedIfMissing } from '../files.ts';
import { findPostmaster, isAlive, stopPostmaster } from '../postmaster.ts';
import { finishReplacement, replaceFolder } from '../replacement.ts';
import { restoreCluster } from './restored-cluster.ts';

/** Works on a restored database; implemented by the database's adapter. */
export interface RestoredTables {
  figures(url: string): Promise<Figures>;
  keys(url: string): Promise<readonly KeyState[]>;
  /** Brings it to the current schema, and does what the note says. */
  finish(url: string, note: RestoreNote): Promise<void>;
  /** The rows of a database, for a backup that has nothing else. */
  target(url: string): DatabaseTarget;
}

const SCRATCH = 'restoring-';
/** In an error of the system, or in PostgreSQL's own words. */
const NO_SPACE = /ENOSPC|No space left on device/;

/** Restores into a new cluster, which replaces that of the data folder in the end. */
export class ClusterTarget implements DatabaseTarget {
  readonly #dataFolder: string;
  readonly #tables: RestoredTables;

  /** @param dataFolder whose cluster is replaced; for a trial, the folder beside which there is space. */
  constructor(dataFolder: string, tables: RestoredTables) {
    this.#dataFolder = dataFolder;
    this.#tables = tables;
  }

  async requireUnused(): Promise<void> {
    const data = join((await chooseAccount(this.#dataFolder)).home, 'data');
    if (!(await findPostmaster(data))) return;
    // A process that was killed leaves its server running: it stops unless another process uses it.
    await openEmbeddedServer(this.#dataFolder).then(
      (server) => server.close(),
      () => undefined,
    );
    if (!(await findPostmaster(data))) return;
    const message = `The service runs on ${this.#dataFolder}: stop it first.`;
    throw new SolanoError('in_use', message);
  }

  async current(): Promise<CurrentDatabase> {
    const { home } = await chooseAccount(this.#dataFolder);
    await finishReplacement(home);
    const isEmpty = (await namesIn(home)).length === 0;
    const unknown = { isEmpty, keys: undefined, pending: undefined };
    if (isEmpty) return unknown;
    try {
      await using server = await openEmbeddedServer(this.#dataFolder);
      return { ...(await this.#tables.target(server.url).current()), isEmpty };
    } catch (failure) {
      // A broken cluster may be the reason for the restore.
      return { ...unknown, failure };
    }
  }

  async open(): Promise<DatabaseSource & AsyncDisposable> {
    const server = await openEmbeddedServer(this.#dataFolder);
    const source = await this.#tables.target(server.url).open();
    return {
      kind: source.kind,
      lock: () => source.lock(),
      begin: (id) => source.begin(id),
      [Symbol.asyncDispose]: () => server.close(),
    };
  }

  async prepare(backup: DatabaseContent): Promise<PreparedDatabase> {
    try {
      return await this.#prepare(backup);
    } catch (error) {
      if (!NO_SPACE.test(String(error))) throw error;
      const message = `There is no space left in ${this.#dataFolder} to restore beside what is there.`;
      throw new SolanoError('store_full', message, { cause: error });
    }
  }

  async #prepare(backup: DatabaseContent): Promise<PreparedDatabase> {
    await removeAbandoned(this.#dataFolder);
    await using stack = new AsyncDisposableStack();
    const scratch = join(this.#dataFolder, `${SCRATCH}${process.pid}`);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    stack.defer(() => removeScratch(scratch));
    const account = await chooseAccount(scratch);
    const isTables = backup.manifest.kind === 'tables';
    const lastChange = isTables ? undefined : await restoreCluster(account, backup);
    const server = stack.use(await openEmbeddedServer(scratch));
    const { url } = server;
    const rows = isTables ? stack.use(await this.#tables.target(url).prepare(backup)) : undefined;
    const opened = stack.move();
    return {
      lastChange,
      figures: () => (rows ? rows.figures() : this.#tables.figures(url)),
      finish: async (note) => {
        if (rows) return rows.finish(note);
        await this.#tables.finish(url, note);
        return { keys: await this.#tables.keys(url) };
      },
      replace: async () => {
        await rows?.replace();
        await rows?.[Symbol.asyncDispose]();
        await server.close();
        // The service may have been started meanwhile.
        await this.requireUnused();
        const { home } = await chooseAccount(this.#dataFolder);
        await mkdir(dirname(home), { recursive: true, mode: 0o700 });
        await replaceFolder(account.home, home);
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  async complete(): Promise<void> {
    await removeAbandoned(this.#dataFolder);
    await using server = await openEmbeddedServer(this.#dataFolder);
    await this.#tables.target(server.url).complete();
  }
}

/** Removes the folders of restores whose process, named by the folder, has ended. */
async function removeAbandoned(dataFolder: string): Promise<void> {
  for (const name of await namesIn(dataFolder)) {
    const pid = Number(name.slice(SCRATCH.length));
    if (!name.startsWith(SCRATCH) || (pid !== process.pid && isAlive(pid))) continue;
    await removeScratch(join(dataFolder, name));
  }
}

/** What lies in the folder, if there is one. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(undefinedIfMissing)) ?? [];
}

async function removeScratch(folder: string): Promise<void> {
  const account = await chooseAccount(folder);
  const data = join(account.home, 'data');
  const cluster = { account, data, log: join(account.home, 'server.log'), password: '' };
  await stopPostmaster(cluster);
  await rm(account.home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
