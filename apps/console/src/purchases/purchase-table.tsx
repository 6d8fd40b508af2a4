import { linkTo } from '../app/router.ts';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { ListedPurchase } from './data.ts';
import { t } from './texts.ts';

interface PurchaseTableProps {
  readonly user: string;
  readonly purchases: readonly ListedPurchase[];
}

/** Purchases as rows, each a link to its page. */
export function PurchaseTable({ user, purchases }: PurchaseTableProps) {
  return (
    <Table
      caption={t.title}
      rows={purchases}
      pageSize={50}
      columns={[
        {
          title: t.created,
          cell: ({ id, created_at }) => (
            <a href={linkTo(['purchases', user, id])}>{formatTime(created_at)}</a>
          ),
        },
        { title: common.retailer, cell: ({ retailer_id }) => retailer_id },
        {
          title: t.items,
          isNumber: true,
          cell: ({ rows_uploaded }) => formatNumber(rows_uploaded),
        },
        { title: common.status, cell: ({ status }) => <Status status={status} /> },
        {
          title: t.decision,
          cell: ({ decision, status }) =>
            decision?.idmodel != null
              ? `${t.model} ${decision.idmodel}`
              : status === 'completed' && <span class="warn">{t.waiting}</span>,
        },
      ]}
    />
  );
}

export function Status({ status }: { readonly status: ListedPurchase['status'] }) {
  const colors = { failed: 'bad', completed: 'good', pending: 'muted', in_progress: 'warn' };
  return <span class={`badge ${colors[status]}`}>{t[status]}</span>;
}
