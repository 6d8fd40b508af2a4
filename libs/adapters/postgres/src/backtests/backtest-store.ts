import type {
  BacktestRequest,
  BacktestState,
  BacktestStatus,
  BacktestStore,
  StrategyOwner,
  StrategySetting,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { type AuditEntry, BACKTEST_JOB } from '@solano/domain/service';
import { contendedChange, unlessTaken } from '../database/contended-change.ts';
import { PrismaStore } from '../database/prisma-store.ts';
import { isStorable, isUuid } from '../database/values.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export class PostgresBacktestStore extends PrismaStore implements BacktestStore {
  async add(
    { settings, ...request }: BacktestRequest,
    maxUnsettled: number,
    entry: AuditEntry,
  ): Promise<boolean> {
    const { id, customerId } = request;
    const json = settings as unknown as Prisma.InputJsonValue;
    const job = { kind: BACKTEST_JOB, subject: id, lane: customerId };
    return contendedChange('list of backtests', async () => {
      const place = await this.#freePlace(customerId, maxUnsettled);
      if (place === undefined) return false;
      const data = { ...request, settings: json, status: 'queued', place };
      return unlessTaken(async () => {
        await this.audited(entry, (prisma) => [
          prisma.backtest.create({ data }),
          prisma.job.create({ data: job }),
        ]);
        return true;
      });
    });
  }

  async #freePlace(customerId: string, places: number): Promise<number | undefined> {
    const where = { customerId, place: { not: null } };
    const rows = await this.prisma(({ backtest }) =>
      backtest.findMany({ where, select: { place: true } }),
    );
    const occupied = new Set(rows.map(({ place }) => place));
    return Array.from({ length: places }, (_, i) => i).find((place) => !occupied.has(place));
  }

  async get(
    { customerId, user }: Pick<StrategyOwner, 'customerId' | 'user'>,
    id: string,
  ): Promise<BacktestState | undefined> {
    if (!isUuid(id) || !isUuid(customerId) || !isStorable(user)) return undefined;
    const select = {
      id: true,
      status: true,
      progress: true,
      settingsVersion: true,
      result: true,
      error: true,
    };
    const found = await this.prisma(({ backtest }) =>
      backtest.findFirst({ where: { id, customerId, user }, select }),
    );
    if (!found) return undefined;
    return { ...found, status: found.status as BacktestStatus, result: found.result as JsonText };
  }

  async begin(id: string): Promise<BacktestRequest | undefined> {
    if (!isUuid(id)) return undefined;
    const begun = await this.#update(id, { status: 'running', progress: 0 });
    if (!begun) return undefined;
    const select = {
      id: true,
      customerId: true,
      user: true,
      retailer: true,
      from: true,
      to: true,
      settings: true,
      settingsVersion: true,
      series: true,
      createdAt: true,
    };
    const found = await this.prisma(({ backtest }) =>
      backtest.findUnique({ where: { id }, select }),
    );
    if (!found) return undefined;
    return { ...found, settings: found.settings as unknown as readonly StrategySetting[] };
  }

  async report(id: string, progress: number): Promise<void> {
    if (isUuid(id)) await this.#update(id, { progress });
  }

  async settle(
    id: string,
    outcome: { readonly result: JsonText } | { readonly error: string },
    at: Date,
  ): Promise<void> {
    if (!isUuid(id)) return;
    const settled = { place: null, settledAt: at, series: null };
    await this.#update(
      id,
      'result' in outcome
        ? { ...settled, ...outcome, status: 'completed', progress: 1 }
        : { ...settled, ...outcome, status: 'failed' },
    );
  }

  /** Whether it is there and not settled. */
  async #update(id: string, data: Prisma.BacktestUpdateManyMutationInput): Promise<boolean> {
    const where = { id, settledAt: null };
    const { count } = await this.prisma(({ backtest }) => backtest.updateMany({ where, data }));
    return count > 0;
  }

  async purge(before: Date): Promise<void> {
    const where = { settledAt: { lt: before } };
    await this.prisma(({ backtest }) => backtest.deleteMany({ where }));
  }
}
