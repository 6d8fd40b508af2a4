import type { IMBALANCE_SERIES, Market } from '@solano/domain/market';
import type { ChangeListener } from '../database/change-listener.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { GroupCommit } from '../database/group-commit.ts';
import { selectRows } from '../database/row-statements.ts';
import { MARKET_OWNER, REVISIONS, type RevisionRow } from './price-statements.ts';

/**
 * Revisions of all markets and owners: there are few, and only some owners have prices of their
 * own.
 */
type Revisions = readonly RevisionRow[];

/**
 * Reads the revisions of the markets' prices. While changes are received from PostgreSQL, they are
 * read once after each change, all in one statement; else whenever one is asked for.
 */
export class PriceRevisions {
  readonly #database: Pick<PostgresDatabase, 'run'>;
  readonly #changes: ChangeListener | undefined;
  readonly #reads = new GroupCommit<undefined>(() => this.#readCommitted(), Infinity);
  #committed: Revisions = [];
  #cached: Promise<Revisions> | undefined;
  /** How often what was cached has become old. */
  #changed = 0;

  constructor(database: Pick<PostgresDatabase, 'run'>, changes?: ChangeListener) {
    this.#database = database;
    this.#changes = changes;
    changes?.on('solano_prices', () => this.invalidate());
  }

  /** The revision of a market as the owner of synthetic prices sees it. Errors: `store_unavailable`. */
  async of(market: Market | typeof IMBALANCE_SERIES, owner: string): Promise<string> {
    return revisionOf(await this.#all(), market, owner);
  }

  /**
   * As {@link of}, of all that any process had committed when it was asked for: one statement for all who ask
   * while another one runs. Errors: `store_unavailable`.
   */
  async committed(market: Market, owner: string): Promise<string> {
    await this.#reads.add([undefined]);
    return revisionOf(this.#committed, market, owner);
  }

  /** The owner where it has prices of its own, else the markets’. Errors: `store_unavailable`. */
  async viewer(owner: string): Promise<string> {
    const all = await this.#all();
    return all.some((row) => row.owner === owner) ? owner : MARKET_OWNER;
  }

  /** Changes of this process count at once, however late their notice is. */
  invalidate(): void {
    this.#cached = undefined;
    this.#changed += 1;
  }

  async #readCommitted(): Promise<void> {
    const changed = this.#changed;
    const all = await this.#read();
    this.#committed = all;
    if (this.#changed === changed) this.#cached = Promise.resolve(all);
  }

  #all(): Promise<Revisions> {
    if (!this.#changes?.isUp) return this.#read();
    this.#cached ??= this.#readOnce();
    return this.#cached;
  }

  #readOnce(): Promise<Revisions> {
    const reading = this.#read();
    reading.catch(() => {
      if (this.#cached === reading) this.#cached = undefined;
    });
    return reading;
  }

  #read(): Promise<Revisions> {
    return this.#database.run(...selectRows(REVISIONS, {}, { orderBy: 'market, owner' }));
  }
}

function revisionOf(
  all: Revisions,
  market: Market | typeof IMBALANCE_SERIES,
  owner: string,
): string {
  const visible = all.filter((row) => {
    return row.market === market && (row.owner === MARKET_OWNER || row.owner === owner);
  });
  return visible.map((row) => `${row.owner} ${row.revision}`).join(' ');
}
