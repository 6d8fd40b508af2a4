import type {
  AuditEntry,
  SettingsVersion,
  StrategyOwner,
  StrategySetting,
  StrategyStore,
} from '@solano/domain';
import { writeAudit } from '../audit/write-audit.ts';
import type { PostgresDatabase } from '../database/database.ts';
import { isStorable, isUuid } from '../database/values.ts';
import { ADD, LOCK } from './strategy-statements.ts';

export class PostgresStrategyStore implements StrategyStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async get(owner: StrategyOwner, version?: number): Promise<SettingsVersion | undefined> {
    const { customerId, user, retailer } = owner;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return undefined;
    const where = { customerId, user, retailer, ...(version !== undefined && { version }) };
    const found = await this.#database.prisma(({ strategySetting }) =>
      strategySetting.findFirst({ where, orderBy: { version: 'desc' } }),
    );
    if (!found) return undefined;
    return {
      version: found.version,
      settings: found.settings as unknown as readonly StrategySetting[],
    };
  }

  async put(
    { customerId, user, retailer }: StrategyOwner,
    settings: readonly StrategySetting[],
    entry: AuditEntry,
  ): Promise<number> {
    const values = [customerId, user, retailer, JSON.stringify(settings), entry.at];
    return this.#database.transaction(async (run) => {
      await run(LOCK, [JSON.stringify([customerId, user, retailer])]);
      const [added] = await run(ADD, values);
      await writeAudit(run, entry);
      return added?.version ?? 0;
    });
  }
}
