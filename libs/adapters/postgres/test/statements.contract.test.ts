import { readdir, readFile } from 'node:fs/promises';
import { aChange, aDelivery, aPurchase, INSTANT } from '@solano/domain/contracts';
import type { PurchaseQuery } from '@solano/domain/desk';
import { createTestDatabase, type TestDatabase } from '@solano/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODES, SESSIONS } from '../src/console-session/console-session-statements.ts';
import { PostgresDatabase } from '../src/database/database.ts';
import { PrismaStore } from '../src/database/prisma-store.ts';
import { countRows, insertRows, removeRows, selectRows } from '../src/database/row-statements.ts';
import type { Column, Statement } from '../src/database/statement.ts';
import { StatementStore } from '../src/database/statement-store.ts';
import { CUSTOMERS, KEYS } from '../src/keys/key-statements.ts';
import { DAYS, SERIES, UPLOAD_STATES } from '../src/measurements/measurement-statements.ts';
import { UPLOADS } from '../src/outages/upload-statements.ts';
import { PLANTS } from '../src/plants/plant-statements.ts';
import { REVISIONS } from '../src/prices/price-statements.ts';
import { addOutputs, change } from '../src/purchases/change-statements.ts';
import { CHANGES, list, PURCHASES } from '../src/purchases/purchase-statements.ts';
import { postgresStores } from '../src/stores.ts';
import { SETTINGS } from '../src/strategies/strategy-store.ts';
import {
  listRecords,
  RECORDED,
  SUPERSEDED,
  UNAVAILABILITIES,
} from '../src/unavailabilities/unavailability-statements.ts';

/** More statements are not to be written by hand: Prisma can do the rest. */
const MAX_STATEMENTS = 45;

const QUERY: PurchaseQuery = { customerId: '', user: '', limit: 1 };
const CHANGE = aChange(aPurchase(''), {});
const SEEN = { ...aPurchase(''), version: '1' };
const OUTPUTS = [{ idmodel: 1, json: '{}' }];

/** The statements of functions that write one for their parameters. */
const PAGE = { customerId: 'c', window: {}, limit: 1, offset: 0, after: undefined };

const EXAMPLES: Readonly<Record<string, Readonly<Record<string, readonly [Statement, unknown]>>>> =
  {
    list: {
      'all purchases': list(QUERY),
      'some of them': list({ ...QUERY, retailer: '', from: INSTANT, to: INSTANT }),
      'the next page in statuses': list({
        ...QUERY,
        statuses: ['failed', 'pending'],
        after: { createdAt: INSTANT, id: '' },
      }),
    },
    change: {
      'a record': change(SEEN, CHANGE),
      everything: change(SEEN, {
        ...CHANGE,
        status: 'failed',
        outputs: [...OUTPUTS, ...OUTPUTS],
        deliveries: [aDelivery('w')],
        queues: true,
      }),
      'outputs with their evaluation': change(SEEN, {
        ...CHANGE,
        outputs: OUTPUTS,
        evaluation: { figures: '{}', prices: '{}', deliveredAt: INSTANT.toISOString() },
      }),
      'outputs that are removed': change(SEEN, { ...CHANGE, outputs: [] }),
    },
    listRecords: {
      'all of a customer': listRecords({ ...PAGE, plantName: undefined }),
      'of a plant': listRecords({ ...PAGE, plantName: 'p' }),
    },
    selectRows: {
      plants: selectRows(PLANTS, { customerId: 'c', id: ['p'] }, { orderBy: 'name', page: PAGE }),
      'plants behind one': selectRows(
        PLANTS,
        { customerId: 'c' },
        { orderBy: 'name, id', page: PAGE, after: { key: 'n', id: 'p' } },
      ),
      'uploads before one': selectRows(
        UPLOADS,
        { customerId: 'c' },
        { orderBy: 'uploaded_at DESC, id DESC', page: PAGE, after: { key: 'now', id: 'u' } },
      ),
      'a key that is locked': selectRows(KEYS, { id: 'k' }, { locks: true }),
      customers: selectRows(CUSTOMERS, {}),
      sessions: selectRows(SESSIONS, {}),
      uploads: selectRows(UPLOADS, {}),
      settings: selectRows(SETTINGS, { user: 'u' }, { orderBy: 'version DESC', page: PAGE }),
      revisions: selectRows(REVISIONS, {}),
      'series of measurements': selectRows(SERIES, { portfolio: 'p' }),
      'measured days': selectRows(DAYS, { seriesId: [1], day: { first: 'a', last: 'z' } }),
      'states of uploads': selectRows(UPLOAD_STATES, { number: [1] }),
      'unavailabilities as recorded': selectRows(RECORDED, { plantId: ['p'] }),
      'superseded unavailabilities': selectRows(SUPERSEDED, { plantId: ['p'] }),
      'changes of a purchase': selectRows(CHANGES, { purchaseId: 'p' }, { orderBy: 'sequence' }),
    },
    countRows: {
      plants: countRows(PLANTS, { customerId: 'c' }),
      purchases: countRows(PURCHASES, { status: 'pending' }),
    },
    removeRows: {
      codes: removeRows(CODES, { digest: 'd' }),
      unavailabilities: removeRows(UNAVAILABILITIES, { customerId: 'c', id: 'u' }),
    },
    insertRows: { plants: insertRows(PLANTS, []) },
    addOutputs: { two: addOutputs('p', 100, [...OUTPUTS, ...OUTPUTS]) },
  };

const source = new URL('../src/', import.meta.url);
const statements = await describedStatements();

/** A column of a result, as PostgreSQL describes it. */
interface Described {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

interface Attribute {
  readonly oid: number;
  readonly table: string;
  readonly column: string;
  readonly number: number;
  readonly isRequired: boolean;
}

let file: TestDatabase;
let client: pg.Client;
let types: Map<number, string>;
let attributes: readonly Attribute[];

beforeAll(async () => {
  file = await createTestDatabase();
  client = new pg.Client({ connectionString: file.url });
  await client.connect();
  const found = await client.query<{ oid: number; typname: string }>(
    'SELECT oid, typname FROM pg_type',
  );
  types = new Map(found.rows.map(({ oid, typname }) => [oid, typname]));
  attributes = (await client.query<Attribute>(ATTRIBUTES)).rows;
});

afterAll(async () => {
  await client.end();
  await file[Symbol.asyncDispose]();
});

const ATTRIBUTES = `
  SELECT attrelid::int AS oid, relname AS table, attname AS column, attnum AS number,
    attnotnull AS "isRequired"
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`;

describe('statements by hand', () => {
  test(`the statements written by hand are ${MAX_STATEMENTS} at most`, () => {
    const examples = Object.values(EXAMPLES).flatMap((each) => Object.keys(each));
    const makers = Object.keys(EXAMPLES);
    const count = statements.length - examples.length + makers.length;
    expect(count).toBeGreaterThan(makers.length);
    expect(count).toBeLessThanOrEqual(MAX_STATEMENTS);
  });

  test('the statements of stores are in files of statements, where they are counted', async () => {
    const files = await readdir(source, { recursive: true });
    const others = files.filter((path) => {
      return (
        path.endsWith('.ts') && !/statements\.ts$|^(backup|database|generated|jobs)\//.test(path)
      );
    });
    expect(others.length).toBeGreaterThan(20);
    const texts = await Promise.all(others.map((path) => readFile(new URL(path, source), 'utf8')));
    const sql = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/;
    expect(others.filter((_, i) => sql.test(texts[i] as string))).toEqual([]);
  });

  test('a store is written with statements or with Prisma, and none with both', async () => {
    await using database = await PostgresDatabase.connect(file.url);
    const stores = Object.values(postgresStores(database));
    const isOfOne = (store: object) =>
      store instanceof PrismaStore || store instanceof StatementStore;
    expect(stores.length).toBeGreaterThan(17);
    expect(stores.filter((store) => !isOfOne(store))).toEqual([]);
    const files = (await readdir(source, { recursive: true })).filter((path) => {
      return path.endsWith('-store.ts') || path.endsWith('-records.ts') || path.endsWith('-log.ts');
    });
    const texts = await Promise.all(files.map((path) => readFile(new URL(path, source), 'utf8')));
    const isMixed = (text: string) =>
      /\bprisma\(|PrismaStore/.test(text) && /\brun\(|StatementStore/.test(text);
    expect(files.filter((_, i) => isMixed(texts[i] as string))).toEqual([]);
  });

  test.each(statements)(
    'the statement %s gives the columns that its row type claims',
    async (_, statement) => {
      const described = await describeResult(statement.text);
      const claimed = Object.entries(statement.columns ?? {});
      expect(described.map(({ name }) => name)).toEqual(claimed.map(([name]) => name));
      const found = claimed.map(([name, claim], i) => [
        name,
        actual(described[i] as Described, name, claim),
      ]);
      expect(found).toEqual(claimed);
    },
  );

  test.each([
    ['a column of another type', 'SELECT start_at AS id FROM unavailability'],
    ['a column that may be null', 'SELECT customer_id AS id FROM audit_entry'],
  ])('statements are rejected for %s', async (_, text) => {
    const [column] = await describeResult(text);
    const claim = { type: 'uuid', isNullable: false };
    expect(actual(column as Described, 'id', claim)).not.toEqual(claim);
  });
});

/**
 * What the claim ought to be. Where PostgreSQL does not say, it is taken as it is: whether an
 * expression or the column of an outer join may be null, and all of a column of a model but its name.
 */
function actual(described: Described, name: string, claim: Column): Column {
  const origin = attributes.find(({ oid, number }) => {
    return oid === described.tableID && number === described.columnID;
  });
  if (claim.type.endsWith('.*')) {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const type = origin?.column === column ? `${origin.table}.*` : `not the column ${column}`;
    return { type, isNullable: claim.isNullable };
  }
  const type = types.get(described.dataTypeID) ?? 'unknown';
  return { type, isNullable: claim.isNullable || (origin !== undefined && !origin.isRequired) };
}

/** What the driver calls for a query of one's own; without rows there is no description. */
class Describe implements pg.Submittable {
  readonly #result = Promise.withResolvers<readonly Described[]>();
  readonly #text: string;
  #fields: readonly Described[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get result(): Promise<readonly Described[]> {
    return this.#result.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ text: this.#text, name: '', types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#result.resolve(this.#fields);
  }

  handleError(error: Error): void {
    this.#result.reject(error);
  }
}

/** Prepares the statement without running it. Errors: PostgreSQL's. */
function describeResult(text: string): Promise<readonly Described[]> {
  return client.query(new Describe(text)).result;
}

/**
 * Every statement that a store's file exports, by that file and its name, and those of the functions
 * that make some.
 *
 * @throws Error for one without columns, and for a function of which no examples are known.
 */
async function describedStatements(): Promise<[string, Statement][]> {
  const files = (await readdir(source, { recursive: true })).sort();
  const found: [string, Statement][] = [];
  for (const path of files.filter((each) => each.endsWith('statements.ts'))) {
    const module = (await import(new URL(path, source).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') found.push(...examplesOf(name));
      else if (isStatement(value)) found.push([`${path} ${name}`, value]);
    }
  }
  const undescribed = found.find(([, { columns }]) => columns === undefined);
  if (undescribed) throw new Error(`without columns: ${undescribed[0]}`);
  return found;
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'text' in value;
}

function examplesOf(maker: string): [string, Statement][] {
  const examples = EXAMPLES[maker];
  if (!examples) throw new Error(`without examples: ${maker}`);
  return Object.entries(examples).map(([what, [example]]) => [`${maker} of ${what}`, example]);
}
