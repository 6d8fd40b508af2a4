import { formatRelative } from '../i18n/format.ts';
import { isActive } from '../keys/keys-card.tsx';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { common } from '../ui/texts.ts';
import type { Customer } from './data.ts';
import { t } from './texts.ts';

/** Lists the customers; each leads to its keys. */
export function CustomerTable({ customers }: { readonly customers: readonly Customer[] }) {
  return (
    <Table
      caption={t.title}
      rows={customers}
      pageSize={20}
      columns={[
        {
          title: t.customer,
          isText: true,
          cell: ({ name }) => <a href={linkTo(['customers'], { customer: name })}>{name}</a>,
        },
        { title: t.validKeys, number: ({ keys }) => keys.filter(isActive).length },
        { title: t.lastUsed, time: (each) => each.last_used_at, form: formatRelative },
        { title: t.prices, cell: (customer) => pricesText(customer) },
        { title: t.folder, cell: ({ has_folder }) => (has_folder ? common.yes : common.no) },
      ]}
    />
  );
}

export function pricesText({ permissions }: Customer): string {
  return permissions.includes('prices') ? t.permitted : t.notPermitted;
}
