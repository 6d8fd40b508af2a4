import type {
  BacktestRequest,
  BacktestState,
  BacktestStore,
  StrategyOwner,
} from '@solano/domain/desk';
import type { JsonText } from '@solano/domain/kernel';
import { type AuditEntry, BACKTEST_JOB } from '@solano/domain/service';
import { type BacktestRow, MemoryStore, requireFreeId } from '../database.ts';

export class MemoryBacktestStore extends MemoryStore implements BacktestStore {
  async add(request: BacktestRequest, maxUnsettled: number, entry: AuditEntry): Promise<boolean> {
    const { backtests } = this.database;
    const { id, customerId } = request;
    this.database.requireCustomer(customerId);
    requireFreeId(backtests, id);
    const unsettled = [...backtests.values()].filter((row) => {
      return row.request.customerId === customerId && row.settledAt === null;
    });
    if (unsettled.length >= maxUnsettled) return false;
    const { settingsVersion } = request;
    const state = { id, settingsVersion, progress: 0, result: null, error: '' };
    const row = { request, state: { ...state, status: 'queued' as const }, settledAt: null };
    this.database.audited(entry, () => {
      backtests.set(id, structuredClone(row));
      this.database.addJobs([{ kind: BACKTEST_JOB, subject: id, lane: customerId }]);
    });
    return true;
  }

  async get(
    { customerId, user }: Pick<StrategyOwner, 'customerId' | 'user'>,
    id: string,
  ): Promise<BacktestState | undefined> {
    const row = this.database.backtests.get(id);
    if (row?.request.customerId !== customerId || row.request.user !== user) return undefined;
    return structuredClone(row.state);
  }

  async begin(id: string): Promise<BacktestRequest | undefined> {
    const row = this.#change(id, { status: 'running', progress: 0 });
    return structuredClone(row?.request);
  }

  async report(id: string, progress: number): Promise<void> {
    this.#change(id, { progress });
  }

  async settle(
    id: string,
    outcome: { readonly result: JsonText } | { readonly error: string },
    at: Date,
  ): Promise<void> {
    const row = this.#change(
      id,
      'result' in outcome
        ? { ...outcome, status: 'completed', progress: 1 }
        : { ...outcome, status: 'failed' },
    );
    if (row) this.database.backtests.set(id, { ...row, settledAt: new Date(at) });
  }

  #change(id: string, fields: Partial<BacktestState>): BacktestRow | undefined {
    const row = this.database.backtests.get(id);
    if (!row || row.settledAt !== null) return undefined;
    const changed = { ...row, state: { ...row.state, ...fields } };
    this.database.backtests.set(id, changed);
    return changed;
  }

  async purge(before: Date): Promise<void> {
    const { backtests } = this.database;
    for (const [id, { settledAt }] of backtests) {
      if (settledAt && settledAt < before) backtests.delete(id);
    }
  }
}
