import type {
  SettingsVersion,
  StrategyOwner,
  StrategySetting,
  StrategyStore,
} from '@solano/domain/desk';
import { isSolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** How often a version is counted again as others come between. */
const MAX_ATTEMPTS = 200;

export class PostgresStrategyStore extends PrismaStore implements StrategyStore {
  async get(owner: StrategyOwner, version?: number): Promise<SettingsVersion | undefined> {
    const { customerId, user, retailer } = owner;
    if (!isUuid(customerId) || !isStorable(user) || !isStorable(retailer)) return undefined;
    const where = { customerId, user, retailer, ...(version !== undefined && { version }) };
    const found = await this.prisma(({ strategySetting }) =>
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
    const owner = { customerId, user, retailer };
    for (let tries = 1; ; tries += 1) {
      const version = ((await this.get(owner))?.version ?? 0) + 1;
      const data = {
        ...owner,
        version,
        settings: settings as unknown as Prisma.InputJsonValue,
        at: entry.at,
      };
      try {
        await this.audited(entry, ({ strategySetting }) => [strategySetting.create({ data })]);
        return version;
      } catch (error) {
        // Another caller has taken the number meanwhile.
        if (!isSolanoError(error, 'already_exists') || tries === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
