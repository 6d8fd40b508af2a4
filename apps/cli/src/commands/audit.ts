import type { AuditAction, AuditEntry, SealReport } from '@solano/domain';
import {
  AUDIT_ACTIONS,
  purgeAudit,
  requireCustomer,
  SolanoError,
  verifySeals,
} from '@solano/domain';
import { type Command, Option } from 'commander';
import { counted } from '../format.ts';
import { readDuration } from '../options.ts';
import { addAction, UsageError } from '../run.ts';

interface AuditOptions {
  readonly customer?: string;
  readonly action?: AuditAction;
  readonly since?: string;
  readonly limit: string;
}

const MAX = 100_000;

export function addCommands(command: Command): void {
  command
    .option('--customer <customer>', 'changes of this customer’s data only')
    .addOption(new Option('--action <action>', 'changes of this kind only').choices(AUDIT_ACTIONS))
    .option('--since <duration>', 'for example 7d (s, m, h or d): changes since then only')
    .option('--limit <number>', `how many at most, 1 to ${MAX}`, '100');
  addAction<AuditOptions>(command, async ({ open }, _args, options) => {
    const { customer, action } = options;
    const limit = readLimit(options.limit);
    const age = options.since === undefined ? undefined : readDuration(options.since);
    await using opened = await open();
    const customers = await opened.customers.list();
    const entries = await opened.audit.list({
      limit,
      ...(action !== undefined && { action }),
      ...(customer !== undefined && {
        customerId: (await requireCustomer(opened.customers, customer)).id,
      }),
      ...(age !== undefined && { since: new Date(Date.now() - age) }),
    });
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    const entriesJson = entries.map((entry) => toJson(entry, names));
    return { json: entriesJson, text: entriesJson.map(line).join('\n') || 'No entries.' };
  });
  addVerify(command);
  addPurge(command);
}

function addVerify(audit: Command): void {
  const verify = audit
    .command('verify')
    .description('compare the log with its seals: what is missing, changed or not covered yet');
  addAction(verify, async ({ open }) => {
    await using opened = await open();
    const report = await verifySeals(opened);
    if (report.problems.length > 0) throw sealProblems(report);
    const { seals, covered, uncovered, purged } = report;
    const json = {
      seals,
      covered,
      uncovered: uncovered.count,
      oldest_uncovered: uncovered.oldest,
      purged: purged.map(({ from, to, entries }) => ({ from, to, entries })),
      sealing: opened.sealKeys.currentId !== undefined,
    };
    return { json, text: reportText(report, json.sealing) };
  });
}

/** A line for each thing that is missing or changed. */
function sealProblems({ problems }: SealReport): SolanoError {
  return new SolanoError('invalid_rows', 'The audit log is not as it was sealed.', { problems });
}

function reportText({ seals, covered, uncovered, purged }: SealReport, isSealing: boolean): string {
  const since = uncovered.oldest ? `, since ${uncovered.oldest.toISOString()}` : '';
  return [
    `${counted(covered, 'entry', 'entries')} as sealed, by ${counted(seals, 'seal')}.`,
    `${counted(uncovered.count, 'entry', 'entries')} not covered yet${since}.`,
    ...purged.map(({ entries, from, to }) => {
      return `${counted(entries, 'entry', 'entries')} purged (seals ${from} to ${to}).`;
    }),
    ...(isSealing ? [] : ['SECRETS_KEY is not set: nothing is sealed.']),
  ].join('\n');
}

function addPurge(audit: Command): void {
  const purge = audit
    .command('purge')
    .description('delete old entries, and seal how many there were')
    .requiredOption('--before <duration>', 'for example 400d (s, m, h or d): entries that old');
  addAction<{ before: string }>(purge, async ({ open }, _args, { before }) => {
    const age = readDuration(before);
    await using opened = await open();
    const until = new Date(Date.now() - age);
    const purged = await purgeAudit(opened, opened.source, until);
    const entries = purged?.entries ?? 0;
    return { json: { entries }, text: `Purged ${counted(entries, 'entry', 'entries')}.` };
  });
}

function readLimit(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX) return Number(text);
  throw new UsageError(`"${text}" is no limit: write a whole number from 1 to ${MAX}.`);
}

/** A customer that is not there any more is shown by its id. */
function toJson(entry: AuditEntry, names: ReadonlyMap<string, string>) {
  const { at, actor, action, customerId, subject, origin, requestId } = entry;
  const customer = customerId === null ? null : (names.get(customerId) ?? customerId);
  return { at, actor, action, customer, subject, origin, request_id: requestId };
}

function line({ at, actor, action, customer, subject, origin }: ReturnType<typeof toJson>): string {
  return [at.toISOString(), actor, action, customer ?? '-', subject, `from ${origin}`].join('  ');
}
