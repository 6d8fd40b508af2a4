import type {
  ExecutedWorth,
  StaleFilter,
  StalePurchase,
  SummaryGroup,
  SummaryGroups,
  SummaryPart,
  SummaryQuery,
  SummaryShape,
  SummaryStore,
  SummedFigures,
} from '@solano/domain/desk';
import { insertRows, removeRows, selectRows } from '../database/row-statements.ts';
import { StatementStore } from '../database/statement-store.ts';
import { isStorable, isUuid, timestamp } from '../database/values.ts';
import { PURCHASES } from '../purchases/purchase-statements.ts';
import { GROUPS, NEW_STALE, PARTS, type PartRow, STALE } from './summary-statements.ts';
import { fractionOfThirds, thirdsText } from './thirds.ts';

/** Queries whose number of purchases is remembered. */
const MAX_EXCEEDING = 1_000;

export class PostgresSummaryStore extends StatementStore implements SummaryStore {
  /** Queries with more purchases than their limit, as texts: they keep them, as no purchase is ever removed. */
  readonly #exceeding = new Set<string>();

  async stale({ customerId, purchaseIds }: StaleFilter, limit: number): Promise<StalePurchase[]> {
    const { run } = this.database;
    const where = {
      ...(customerId !== undefined && { customerId }),
      ...(purchaseIds && { purchaseId: purchaseIds.filter(isUuid) }),
    };
    const page = { limit, offset: 0 };
    const first = await run(...selectRows(STALE, where, { orderBy: 'id', page }));
    if (first.length === 0) return [];
    const ids = [...new Set(first.map(({ purchaseId }) => purchaseId))];
    const changes = await run(...selectRows(STALE, { purchaseId: ids }));
    const byPurchase = Map.groupBy(changes, ({ purchaseId }) => purchaseId);
    const purchases = new Map(
      (await run(...selectRows(PURCHASES, { id: ids }))).map((each) => [each.id, each]),
    );
    const gone = changes.filter(({ purchaseId }) => !purchases.has(purchaseId));
    if (gone.length > 0) await run(...removeRows(STALE, { id: gone.map(({ id }) => id) }));
    return ids.flatMap((id) => {
      const purchase = purchases.get(id);
      return purchase ? { purchase, changes: (byPurchase.get(id) ?? []).map((row) => row.id) } : [];
    });
  }

  async recheck(now: Date, limit: number): Promise<number> {
    const { run } = this.database;
    const due = { recheckAt: { first: timestamp(-Infinity), last: timestamp(now) } };
    const page = { limit, offset: 0 };
    const parts = await run(...selectRows(PARTS, due, { orderBy: 'recheck_at', page }));
    if (parts.length === 0) return 0;
    const ids = parts.map(({ purchaseId }) => purchaseId);
    const stale = await run(...selectRows(STALE, { purchaseId: ids }));
    const known = new Set(stale.map(({ purchaseId }) => purchaseId));
    const purchases = await run(...selectRows(PURCHASES, { id: ids }));
    const added = purchases.filter(({ id }) => !known.has(id));
    const rows = added.map(({ id, customerId }) => ({ purchaseId: id, customerId }));
    await run(...insertRows(NEW_STALE, rows));
    return parts.length;
  }

  async put(parts: readonly SummaryPart[], stale: readonly StalePurchase[]): Promise<boolean> {
    const id = stale.flatMap(({ changes }) => changes);
    const purchaseId = parts.map((part) => part.purchaseId);
    return this.database.transaction(async (run) => {
      const seen = await run(...selectRows(STALE, { id }, { orderBy: 'id', locks: true }));
      if (seen.length < id.length) return false;
      await run(...removeRows(STALE, { id }));
      await run(...removeRows(PARTS, { purchaseId }));
      await run(...insertRows(PARTS, parts.map(toRow)));
      return true;
    });
  }

  async executed(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, ExecutedWorth>> {
    const purchaseId = purchaseIds.filter(isUuid);
    const parts = await this.database.run(...selectRows(PARTS, { purchaseId }));
    return new Map(
      parts.flatMap(({ purchaseId: id, executed }) => {
        return executed === null ? [] : [[id, JSON.parse(executed) as ExecutedWorth] as const];
      }),
    );
  }

  async groups(query: SummaryQuery, limit: number): Promise<SummaryGroups | undefined> {
    const { customerId, user, retailer = null, from, to } = query;
    const isKnown = isUuid(customerId) && isStorable(user) && isStorable(retailer ?? '');
    if (!isKnown) return { purchases: 0, stale: [], groups: [] };
    const asked = JSON.stringify([customerId, user, retailer, from, to, limit]);
    if (this.#exceeding.has(asked)) return undefined;
    const between = [timestamp(from ?? -Infinity), timestamp(to ?? Infinity)];
    const values = [customerId, user, retailer, ...between, limit];
    const rows = await this.database.run(GROUPS, values);
    const { purchases = 0, stale } = rows.find(({ shape }) => shape === null) ?? {};
    if (purchases > limit) {
      if (this.#exceeding.size === MAX_EXCEEDING) this.#exceeding.clear();
      this.#exceeding.add(asked);
      return undefined;
    }
    const shapes = Map.groupBy(rows, ({ shape }) => shape);
    shapes.delete(null);
    const groups = Array.from(shapes, ([shape, own]) => toGroup(shape ?? '', own));
    return { purchases, stale: stale?.split(' ') ?? [], groups };
  }
}

function toRow(part: SummaryPart): PartRow {
  const { purchaseId, shape, expected, realised, executed, recheckAt } = part;
  return {
    purchaseId,
    shape: JSON.stringify(shape),
    expected: expected.map(({ name }) => name),
    expectedMwh: expected.map(({ mwh }) => thirdsText(mwh)),
    expectedCost: expected.map(({ cost }) => thirdsText(cost)),
    expectedSaved: expected.map(({ saved }) => thirdsText(saved)),
    realised: realised.map(({ name }) => name),
    realisedMwh: realised.map(({ mwh }) => thirdsText(mwh)),
    realisedCost: realised.map(({ cost }) => thirdsText(cost)),
    realisedSaved: realised.map(({ saved }) => thirdsText(saved)),
    executed: executed ? JSON.stringify(executed) : null,
    recheckAt,
  };
}

type GroupRow = NonNullable<(typeof GROUPS)['row']>;

function toGroup(shape: string, rows: readonly GroupRow[]): SummaryGroup {
  const figures = (kind: GroupRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(toFigures);
  return {
    shape: JSON.parse(shape) as SummaryShape,
    purchases: rows.find(({ kind }) => kind === null)?.purchases ?? 0,
    expected: figures('expected'),
    realised: figures('realised'),
  };
}

function toFigures({ name, purchases, mwh, cost, saved }: GroupRow): SummedFigures {
  const of = (sum: string | null) => fractionOfThirds(sum ?? '0');
  return { name: name ?? '0', purchases, mwh: of(mwh), cost: of(cost), saved: of(saved) };
}
