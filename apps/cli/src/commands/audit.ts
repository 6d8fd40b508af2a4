import type { AuditAction, AuditEntry } from '@solano/domain';
import { AUDIT_ACTIONS, requireCustomer } from '@solano/domain';
import type { Command } from 'commander';
import { Option } from 'commander';
import { open } from '../compose.ts';
import { readDuration } from '../duration.ts';
import { runs, UsageError } from '../run.ts';

interface AuditOptions {
  readonly customer?: string;
  readonly action?: AuditAction;
  readonly since?: string;
  readonly limit: string;
}

const MAX = 100_000;

export function addAuditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description('who has changed what, when and from where, newest first')
    .option('--customer <customer>', 'changes of this customer’s data only')
    .addOption(new Option('--action <action>', 'changes of this kind only').choices(AUDIT_ACTIONS))
    .option('--since <duration>', 'for example 7d (s, m, h or d): changes since then only')
    .option('--limit <number>', `how many at most, 1 to ${MAX}`, '100');
  runs<AuditOptions>(command, async ({ config, progress }, _args, options) => {
    const { customer, action } = options;
    const limit = readLimit(options.limit);
    const age = options.since === undefined ? undefined : readDuration(options.since);
    await using opened = await open(config, progress);
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
