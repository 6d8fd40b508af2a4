import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const FILE = new URL('./job_turn.sql', import.meta.url);
const VERSION = /^-- Version (?<version>\d+)\./;
/** The function's comment in the database. */
const COMMENT = /^version (?<version>\d+), sha256 (?<digest>\w+)$/;

/** The function by which workers report and claim, as `job_turn.sql` or a database has it. */
interface JobTurn {
  readonly version: number;
  readonly digest: string;
}

/** The function of this build. */
export async function readJobTurn(): Promise<JobTurn & { readonly sql: string }> {
  const sql = (await readFile(FILE, 'utf8')).replaceAll('\r\n', '\n');
  const version = Number(VERSION.exec(sql)?.groups?.version);
  return { version, digest: createHash('sha256').update(sql).digest('hex'), sql };
}

/**
 * The function of this build by its name and version, where the database has another text and
 * none of a higher version; otherwise undefined.
 */
export async function pendingJobTurn(client: pg.Client): Promise<string | undefined> {
  const { version, digest } = await readJobTurn();
  const applied = await appliedJobTurn(client);
  const isCurrent = applied.version > version || applied.digest === digest;
  return isCurrent ? undefined : `job_turn ${version}`;
}

/** Replaces the function in one commit; workers use it from their next turn on. */
export async function applyJobTurn(client: pg.Client): Promise<void> {
  const { version, digest, sql } = await readJobTurn();
  const comment = `version ${version}, sha256 ${digest}`;
  await client.query(`${sql} COMMENT ON FUNCTION job_turn IS '${comment}'`);
}

/** A function that a migration made has no comment: it is older than any. */
async function appliedJobTurn(client: pg.Client): Promise<JobTurn> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description(to_regproc('job_turn'), 'pg_proc') AS comment`,
  );
  const { version = 0, digest = '' } = COMMENT.exec(rows[0]?.comment ?? '')?.groups ?? {};
  return { version: Number(version), digest };
}
