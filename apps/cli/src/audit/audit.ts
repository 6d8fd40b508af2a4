import type { Config } from '@solano/config';
import { SolanoError } from '@solano/domain/kernel';
import { instantOf } from '@solano/domain/operations';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  requireCustomer,
  type SealMark,
} from '@solano/domain/service';
import {
  purgeAudit,
  type SealReport,
  type SealWitness,
  verifySeals,
} from '@solano/domain/service/audit';
import { type Command, Option } from 'commander';
import { counted } from '../format.ts';
import { readJsonInput } from '../input.ts';
import { readDuration } from '../options.ts';
import { addAction, UsageError } from '../run.ts';

/** The used fields of a stored report. */
interface KeptReport {
  readonly at: string;
  readonly last: SealMark | null;
}

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
    .description(
      'compare the log with its seals, and those with the backups: what is missing, changed or not covered yet',
    )
    .option('--compare <file>', 'compare also with what `audit verify --json` has printed before');
  addAction<{ compare?: string }>(verify, async ({ open, config }, _args, { compare }) => {
    const witnesses = [
      ...(await witnessesOfBackups(config)),
      ...(compare === undefined ? [] : await witnessesOfFile(compare)),
    ];
    await using opened = await open();
    const report = await verifySeals(opened, witnesses);
    if (report.problems.length > 0) throw sealProblems(report);
    const { seals, covered, uncovered, purged, last, witnessed, lost } = report;
    const json = {
      at: new Date(),
      last,
      compared: witnesses.length,
      agreeing: witnessed,
      lost,
      seals,
      covered,
      uncovered: uncovered.count,
      oldest_uncovered: uncovered.oldest,
      purged: purged.map(({ from, to, entries }) => ({ from, to, entries })),
      sealing: opened.sealKeys.currentId !== undefined,
    };
    return { json, text: reportText(report, witnesses.length, json.sealing) };
  });
}

/** Returns the newest seal in each backup. */
async function witnessesOfBackups(config: Config): Promise<SealWitness[]> {
  if (!config.backup) return [];
  const { openBackups } = await import('@solano/runtime/backup');
  await using opened = await openBackups(config);
  return (await opened.target.list()).manifests.flatMap((manifest) => {
    const { newestSeal } = manifest.figures;
    if (!newestSeal) return [];
    return [{ ...newestSeal, source: `backup ${manifest.id}`, at: instantOf(manifest) }];
  });
}

/** Returns the newest seal of a stored report; none if there was none then. */
async function witnessesOfFile(path: string): Promise<SealWitness[]> {
  const { at, last } = ((await readJsonInput(path)) ?? {}) as Partial<KeptReport>;
  if (last === null) return [];
  const isReport =
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    Number.isSafeInteger(last?.seal) &&
    typeof last?.mac === 'string';
  if (isReport) return [{ ...last, source: path, at: new Date(at) }];
  throw new UsageError(`${path} is not what \`solano audit verify --json\` prints.`);
}

/** Returns a line for each missing or changed entry. */
function sealProblems({ problems }: SealReport): SolanoError {
  return new SolanoError('invalid_rows', 'The audit log is not as it was sealed.', { problems });
}

function reportText(report: SealReport, compared: number, isSealing: boolean): string {
  const { seals, covered, uncovered, purged, last, witnessed, lost } = report;
  const since = uncovered.oldest ? `, since ${uncovered.oldest.toISOString()}` : '';
  return [
    `${counted(covered, 'entry', 'entries')} as sealed, by ${counted(seals, 'seal')}.`,
    `${counted(uncovered.count, 'entry', 'entries')} not covered yet${since}.`,
    ...purged.map(({ entries, from, to }) => {
      return `${counted(entries, 'entry', 'entries')} purged (seals ${from} to ${to}).`;
    }),
    ...(last ? [`The newest seal is ${last.seal}, ${last.mac}: note it elsewhere.`] : []),
    ...(compared > 0 ? [`${witnessed} of ${compared} notes of backups and files agree.`] : []),
    ...lost,
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

/** A removed customer is shown by its id. */
function toJson(entry: AuditEntry, names: ReadonlyMap<string, string>) {
  const { at, actor, action, customerId, subject, origin, requestId } = entry;
  const customer = customerId === null ? null : (names.get(customerId) ?? customerId);
  return { at, actor, action, customer, subject, origin, request_id: requestId };
}

function line({ at, actor, action, customer, subject, origin }: ReturnType<typeof toJson>): string {
  return [at.toISOString(), actor, action, customer ?? '-', subject, `from ${origin}`].join('  ');
}
