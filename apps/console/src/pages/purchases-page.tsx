import { useState } from 'preact/hooks';
import { DeskForm, useDesk } from '../desk/desk.tsx';
import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { type Filter, loadPurchases, STATUSES, usePurchases } from '../purchases/data.ts';
import { t as listed } from '../purchases/list-texts.ts';
import { PurchaseTable } from '../purchases/purchase-table.tsx';
import { bestRule } from '../purchases/rules.ts';
import { Summary } from '../purchases/summary.tsx';
import { t } from '../purchases/texts.ts';
import { useChoice, useUnknown } from '../state/choice.ts';
import { changeQuery, linkTo, useParameter } from '../state/router.ts';
import { saveCsv } from '../table/save-csv.ts';
import { More } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { isDay } from '../ui/days.tsx';
import { Field, Select } from '../ui/fields.tsx';
import { lazy } from '../ui/lazy.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';

const NewPurchase = lazy(
  async () => (await import('../purchase-form/new-purchase.tsx')).NewPurchase,
  () => t.add,
);

const PurchasePage = lazy(
  async () => (await import('./purchase-page.tsx')).PurchasePage,
  () => fill(t.purchase, { time: formatTime(undefined) }),
);

export function Page({ path: [first, second] }: { readonly path: readonly string[] }) {
  if (first === 'new') return <NewPurchase />;
  if (first !== undefined && second !== undefined) return <PurchasePage user={first} id={second} />;
  return <PurchasesPage />;
}

const USUAL_DAYS = 30;
/** Maximum purchases of a file. */
const MAX_EXPORTED = 20_000;

function PurchasesPage() {
  const { user, retailer } = useDesk();
  const [status, setStatus] = useChoice('status', ['', ...STATUSES], '');
  const days = useSubmissionDays();
  const filter = { user, retailer, status, ...days };
  return (
    <PageFrame
      title={listed.title}
      actions={
        <a class="button primary" href={linkTo(['purchases', 'new'])}>
          {t.add}
        </a>
      }
    >
      <DeskForm isRetailerOptional />
      {user !== '' && (
        <>
          <Card
            title={`${user} · ${retailer || t.allRetailers}`}
            actions={
              <Button onClick={() => void exportList(filter).catch(notifyError)}>CSV</Button>
            }
          >
            <div class="desk">
              <Field
                label={t.submittedFrom}
                type="date"
                value={days.from}
                onInput={(from) => changeQuery({ from })}
              />
              <Field
                label={t.submittedTo}
                type="date"
                value={days.to}
                onInput={(to) => changeQuery({ to })}
              />
              <Select
                label={common.status}
                value={status}
                onChange={setStatus}
                options={[
                  ['', t.allStatuses],
                  ...STATUSES.map((each) => [each, listed[each]] as const),
                ]}
              />
            </div>
            <PurchaseList key={JSON.stringify(filter)} filter={filter} />
          </Card>
          <Summary user={user} retailer={retailer} {...days} />
        </>
      )}
    </PageFrame>
  );
}

/** The days of submission that the address names; the last ones, where it names none. An empty day is no limit. */
function useSubmissionDays(): Days {
  const usual = { from: addDays(dayOf(Date.now(), MADRID), 1 - USUAL_DAYS), to: '' };
  const [from, to] = [useParameter('from') ?? usual.from, useParameter('to') ?? usual.to];
  const isKnown = [from, to].every((day) => day === '' || isDay(day));
  useUnknown('from, to', isKnown ? undefined : `${from} – ${to}`);
  return isKnown ? { from, to } : usual;
}

function PurchaseList({ filter }: { readonly filter: Filter }) {
  const [pages, setPages] = useState(1);
  const purchases = usePurchases(filter, pages);
  return (
    <Loaded query={purchases}>
      {({ purchases: rows, next_cursor }) =>
        rows.length === 0 ? (
          <Empty>
            {t.none} <a href={linkTo(['purchases', 'new'])}>{t.add}</a>
          </Empty>
        ) : (
          <>
            <PurchaseTable user={filter.user} purchases={rows} />
            <p class="hint">
              {t.countedHint} {rows.some(({ evaluation }) => bestRule(evaluation)) && t.ruleHint}
            </p>
            <More cursor={next_cursor} label={t.more} onMore={() => setPages(pages + 1)} />
          </>
        )
      }
    </Loaded>
  );
}

/** Saves all purchases of the filter as a file, including those that are not on the page. */
async function exportList(filter: Filter): Promise<void> {
  const { purchases, next_cursor } = await loadPurchases(filter, MAX_EXPORTED);
  // The code is loaded only if it is needed.
  const { listRows } = await import('../purchases/list-file.ts');
  saveCsv('purchases.csv', listRows(purchases), next_cursor !== null);
}
