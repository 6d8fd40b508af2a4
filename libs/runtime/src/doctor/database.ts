import { type DatabaseState, inspectDatabase, pendingMigrations } from '@solano/postgres';
import { examineClock } from './clock.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** PostgreSQL 15. */
const MIN_VERSION = 150_000;

/** Version, clock, migrations and whether it accepts writes. Errors: `store_unavailable`. */
export async function examineDatabase(url: string): Promise<Finding[]> {
  const findings = databaseFindings(await inspectDatabase(url));
  return [...findings, migrationsFinding(await pendingMigrations(url))];
}

export function databaseFindings(state: DatabaseState): Finding[] {
  return [
    versionFinding(state.version),
    examineClock('database', state.clockAheadMs),
    writesFinding(state),
  ];
}

function writesFinding({ isReadOnly, mayCreate }: DatabaseState): Finding {
  const check = 'database writes';
  if (isReadOnly) {
    return problem(check, 'The database is read-only: a standby, or so configured.');
  }
  const message =
    'The role of DATABASE_URL may not create tables: make it the owner of the database.';
  return mayCreate ? ok(check, 'The database accepts writes.') : problem(check, message);
}

function versionFinding(version: number): Finding {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  return version < MIN_VERSION
    ? problem('database', `It is ${name}: 15 or newer is needed.`)
    : ok('database', `${name} responds.`);
}

function migrationsFinding(pending: readonly string[]): Finding {
  if (pending.length === 0) return ok('migrations', 'All are applied.');
  const message = `Pending, applied at the next start or by \`solano migrate\`: ${pending.join(', ')}.`;
  return warning('migrations', message);
}
