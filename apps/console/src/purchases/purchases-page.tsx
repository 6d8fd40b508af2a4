import { useState } from 'preact/hooks';
import { DeskForm, useDesk } from '../app/desk.tsx';
import { linkTo } from '../app/router.ts';
import { Select } from '../ui/fields.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { STATUSES, usePurchases } from './data.ts';
import { NewPurchase } from './new-purchase.tsx';
import { PurchasePage } from './purchase-page.tsx';
import { PurchaseTable } from './purchase-table.tsx';
import './purchases.css';
import { Summary } from './summary.tsx';
import { t } from './texts.ts';

export function Page({ path: [first, second] }: { readonly path: readonly string[] }) {
  if (first === 'new') return <NewPurchase />;
  if (first !== undefined && second !== undefined) return <PurchasePage user={first} id={second} />;
  return <PurchasesPage />;
}

function PurchasesPage() {
  const { user, retailer } = useDesk();
  return (
    <PageFrame
      title={t.title}
      actions={
        <a class="button primary" href={linkTo(['purchases', 'new'])}>
          {t.add}
        </a>
      }
    >
      <DeskForm />
      {user !== '' && (
        <>
          <PurchaseList user={user} retailer={retailer} />
          <Summary user={user} retailer={retailer} />
        </>
      )}
    </PageFrame>
  );
}

function PurchaseList({ user, retailer }: { readonly user: string; readonly retailer: string }) {
  const [status, setStatus] = useState('');
  const [pages, setPages] = useState(1);
  const purchases = usePurchases({ user, retailer, status }, pages);
  return (
    <Card
      title={`${user} · ${retailer || common.all}`}
      actions={
        <Select
          label={common.status}
          value={status}
          onChange={setStatus}
          options={[['', common.all], ...STATUSES.map((each) => [each, t[each]] as const)]}
        />
      }
    >
      <Loaded query={purchases}>
        {({ purchases: rows, next_cursor }) =>
          rows.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <>
              <PurchaseTable user={user} purchases={rows} />
              {next_cursor !== null && (
                <button type="button" onClick={() => setPages(pages + 1)}>
                  {t.more}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
