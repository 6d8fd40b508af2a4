import type {
  SettingsVersion,
  StrategyOwner,
  StrategySetting,
  StrategyStore,
} from '@solano/domain/desk';
import type { AuditEntry } from '@solano/domain/service';
import { writeAudit } from '../audit/write-audit.ts';
import { contendedChange, unlessTaken } from '../database/contended-change.ts';
import { insertRows, selectRows } from '../database/row-statements.ts';
import { StatementStore } from '../database/statement-store.ts';
import { tableOf } from '../database/table.ts';
import { isStorable, isUuid } from '../database/values.ts';
import { Prisma } from '../generated/prisma/browser.ts';

interface SettingsRow extends StrategyOwner, SettingsVersion {
  /** Null where that was not kept. */
  readonly at: Date | null;
}

export const SETTINGS = tableOf<SettingsRow>(
  'strategy_setting',
  Prisma.StrategySettingScalarFieldEnum,
);
const NEWEST = { orderBy: 'version DESC', page: { limit: 1, offset: 0 } };

/** By hand: each purchase reads its settings, with a tenth of the CPU that Prisma takes. */
export class PostgresStrategyStore extends StatementStore implements StrategyStore {
  async get(owner: StrategyOwner, version?: number): Promise<SettingsVersion | undefined> {
    const { customerId, user, retailer } = owner;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return undefined;
    const where = { customerId, user, retailer, ...(version !== undefined && { version }) };
    const [found] = await this.database.run(...selectRows(SETTINGS, where, NEWEST));
    return found && { version: found.version, settings: found.settings };
  }

  async put(
    { customerId, user, retailer }: StrategyOwner,
    settings: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<number> {
    const owner = { customerId, user, retailer };
    return contendedChange('strategy', async () => {
      const version = ((await this.get(owner))?.version ?? 0) + 1;
      const row = { ...owner, version, settings, at: entry.at };
      return unlessTaken(() =>
        this.database.transaction(async (run) => {
          await run(...insertRows(SETTINGS, [row]));
          await writeAudit(run, entry);
          return version;
        }),
      );
    });
  }
}
