/** A reason why a migration would stop the service, or break the release that still runs beside it. */
interface Rule {
  readonly problem: string;
  /**
   * Patterns of rejected statements on tables that have rows; `clause` is one of the
   * comma-separated parts.
   */
  readonly rejects: (clause: string, statement: Statement) => boolean;
}

interface Statement {
  /** Without comments, strings and bodies of functions; white space is one space. */
  readonly text: string;
  readonly comment: string;
}

const TABLE = String.raw`(?:ONLY )?(?:"?public"?\.)?"?(?<table>\w+)"?`;
const CREATED = new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${TABLE}`, 'i');
const ALTERED = new RegExp(`^ALTER TABLE (?:IF EXISTS )?${TABLE} (?<clauses>.*)`, 'i');
const INDEXED = new RegExp(`^CREATE (?:UNIQUE )?INDEX .*? ON ${TABLE}`, 'i');
const CHANGED = new RegExp(`^(?:UPDATE|DELETE FROM|INSERT INTO|MERGE INTO) ${TABLE}`, 'i');

/** The one form that the service applies outside a transaction; it must be alone in its migration. */
const CONCURRENT = /^CREATE INDEX CONCURRENTLY IF NOT EXISTS "/;
/** Above a statement that removes: the release before does not read what is removed. */
const UNREAD = /-- unread since \d+\.\d+\.\d+/i;
/** Constants, and functions that give one value for all rows. */
const CONSTANT_DEFAULT =
  /DEFAULT (?:''|'?-?[\d.]+|true|false|null|now\(\)|current_timestamp|ARRAY\[[^\]]*\])/i;

const CLAUSES: readonly Rule[] = [
  {
    problem: 'adds a required column without a default: the release before does not fill it in',
    rejects: (clause) =>
      isColumnAdded(clause) && /NOT NULL/i.test(clause) && !/DEFAULT/i.test(clause),
  },
  {
    problem: 'adds a column that is computed or checked for every row under an exclusive lock',
    rejects: (clause) =>
      isColumnAdded(clause) &&
      (/SERIAL|GENERATED|\bUNIQUE\b|PRIMARY KEY|REFERENCES/i.test(clause) ||
        (/DEFAULT/i.test(clause) && !CONSTANT_DEFAULT.test(clause))),
  },
  {
    problem:
      'sets a column NOT NULL: all rows are read under an exclusive lock, and the release before may write null',
    rejects: (clause) => /^ALTER (?:COLUMN )?\S+ SET NOT NULL/i.test(clause),
  },
  {
    problem: 'changes the type of a column: every row and index is written anew',
    rejects: (clause) => /^ALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE/i.test(clause),
  },
  {
    problem: 'renames what the release before still reads',
    rejects: (clause) => /^RENAME/i.test(clause),
  },
  {
    problem:
      'drops a column that the release before may still read (else say `-- unread since <version>`)',
    rejects: (clause, { comment }) =>
      /^DROP (?:COLUMN )?(?!CONSTRAINT|IDENTITY)/i.test(clause) && !UNREAD.test(comment),
  },
  {
    problem: 'adds a constraint that is checked for all rows under a lock: NOT VALID first',
    rejects: (clause) =>
      /^ADD (?:CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)/i.test(clause) &&
      !/NOT VALID|USING INDEX/i.test(clause),
  },
  {
    problem: 'writes a whole table anew under an exclusive lock',
    rejects: (clause) => /^SET (?:TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)/i.test(clause),
  },
];

const STATEMENTS: readonly Rule[] = [
  {
    problem:
      'drops or empties what the release before may still read (else say `-- unread since <version>`)',
    rejects: (text, { comment }) =>
      /^(?:DROP (?:TABLE|VIEW|FUNCTION|TYPE|SCHEMA)|TRUNCATE)/i.test(text) && !UNREAD.test(comment),
  },
  {
    problem: 'holds a lock for longer than a moment',
    rejects: (text) => /^(?:LOCK|CLUSTER|VACUUM|REINDEX|REFRESH)\b/i.test(text),
  },
  {
    problem: 'sets a timeout: the service sets lock_timeout, and retries',
    rejects: (text) => /^SET .*timeout/i.test(text),
  },
  {
    problem: 'is or ends a transaction: the service applies a migration as a whole',
    rejects: (text) => /^(?:BEGIN|START|COMMIT|ROLLBACK|END)\b/i.test(text),
  },
];

/**
 * Statements of a migration that stop readers or writers for longer than a moment on large tables,
 * or break a process of the release before, which continues meanwhile; each as `statement:
 * problem`.
 */
export function unsafeStatements(sql: string): string[] {
  const statements = statementsOf(sql);
  const fresh = new Set(
    statements.flatMap(({ text }) => CREATED.exec(text)?.groups?.table?.toLowerCase() ?? []),
  );
  const isFresh = (table: string | undefined) => fresh.has(table?.toLowerCase() ?? '');
  return statements.flatMap((statement) => {
    const { text } = statement;
    const found = problemsOf(statement, isFresh);
    if (/^CREATE .*CONCURRENTLY/i.test(text) && (!CONCURRENT.test(text) || statements.length > 1)) {
      found.push('is to be `CREATE INDEX CONCURRENTLY IF NOT EXISTS "…"` alone in its migration');
    }
    return found.map((problem) => `${text.slice(0, 60)}: ${problem}`);
  });
}

function problemsOf(
  statement: Statement,
  isFresh: (table: string | undefined) => boolean,
): string[] {
  const { text } = statement;
  const problems = STATEMENTS.filter(({ rejects }) => rejects(text, statement));
  const altered = ALTERED.exec(text)?.groups;
  if (altered && !isFresh(altered.table)) {
    const clauses = split(altered.clauses ?? '', ',');
    problems.push(
      ...CLAUSES.filter(({ rejects }) => clauses.some((clause) => rejects(clause, statement))),
    );
  }
  const names = problems.map(({ problem }) => problem);
  const indexed = INDEXED.exec(text)?.groups;
  if (indexed && !isFresh(indexed.table) && !/CONCURRENTLY/i.test(text)) {
    names.push('builds an index while writers wait: CONCURRENTLY');
  }
  const changed = CHANGED.exec(text)?.groups;
  if (changed && !isFresh(changed.table)) {
    names.push(
      'changes rows in one transaction, however many: an interval job can do some at a time',
    );
  }
  return names;
}

function isColumnAdded(clause: string): boolean {
  return /^ADD (?:COLUMN )?(?!CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE)/i.test(clause);
}

/** Comments, strings and the bodies of functions are no SQL to be judged. */
function statementsOf(sql: string): Statement[] {
  const bare = sql.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").replaceAll(/'(?:[^']|'')*'/g, "''");
  const statements: Statement[] = [];
  for (const part of split(
    bare.replaceAll(/--[^\n]*/g, (c) => c.replaceAll(/[;(),]/g, ' ')),
    ';',
  )) {
    const comment = [...part.matchAll(/--[^\n]*/g)].join('\n');
    const text = part
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text !== '') statements.push({ text, comment });
  }
  return statements;
}

/** At a separator that stands in no parentheses or brackets. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (character === separator && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return parts.map((part) => part.trim());
}
