import type { ComponentChildren } from 'preact';
import type { Desk } from '../desk/desk.tsx';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import {
  type ListedPurchase,
  type ModelEvaluation,
  useEvaluation,
  usePurchases,
} from '../purchases/data.ts';
import { t as purchases } from '../purchases/list-texts.ts';
import { displayedModel } from '../purchases/listed.ts';
import { Decided, Submitted } from '../purchases/purchase-table.tsx';
import { deliveryText } from '../purchases/words.ts';
import { linkTo } from '../state/router.ts';
import { modelName } from '../strategies/model-name.ts';
import { Table } from '../table/table.tsx';
import { dayOf, MADRID } from '../time/zone.ts';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { DecideBy } from './decide-by.tsx';
import { deskLists } from './lists.ts';
import { t } from './texts.ts';
import { Tomorrow } from './tomorrow.tsx';

const MAX_WAITING = 10;

interface DeskProps {
  readonly desk: Desk;
}

function useNewest(desk: Desk) {
  return usePurchases({ ...desk, status: '', from: '', to: '' }, 1);
}

/** Shows the amount for tomorrow. */
export function DeskTomorrow({ desk }: DeskProps) {
  return (
    <Loaded query={useNewest(desk)}>
      {({ purchases }) => <Tomorrow desk={desk} purchases={purchases} />}
    </Loaded>
  );
}

/** Shows the newest purchase to be decided, and all that wait. */
export function DeskPurchases({ desk }: DeskProps) {
  return (
    <Loaded query={useNewest(desk)}>
      {(data) => {
        const lists = deskLists(data.purchases, dayOf(Date.now(), MADRID));
        const [suggested] = lists.waiting;
        return (
          <>
            {suggested && <Suggested user={desk.user} purchase={suggested} />}
            <Card title={t.waiting}>
              <Waiting user={desk.user} purchases={lists.waiting} />
            </Card>
            {lists.tooLate.length > 0 && (
              <Card title={t.tooLate}>
                <TooLate user={desk.user} purchases={lists.tooLate} />
              </Card>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface SuggestedProps {
  readonly user: string;
  readonly purchase: ListedPurchase;
}

/** Shows what each model expects a purchase to cost. None is proposed for its expected saving. */
function Suggested({ user, purchase: { id, created_at: at } }: SuggestedProps) {
  const evaluation = useEvaluation(user, id);
  const title = fill(t.suggested, { time: formatTime(at) });
  const euro = (name: string, number: (model: ModelEvaluation) => string | null) => ({
    title: name,
    number,
    decimals: 2,
    href: ({ idmodel }: ModelEvaluation) =>
      linkTo(['purchases', user, id], { idmodel: String(idmodel) }),
  });
  return (
    <Card
      title={title}
      actions={
        <a class="button primary" href={linkTo(['purchases', user, id])}>
          {t.decide}
        </a>
      }
    >
      <Loaded query={evaluation}>
        {({ models, recommended }) => (
          <Table
            caption={title}
            rows={models}
            columns={[
              {
                title: purchases.model,
                cell: ({ idmodel }) => (
                  <>
                    {modelName(idmodel)}
                    {idmodel === recommended?.idmodel && (
                      <small class="good"> {purchases.recommended}</small>
                    )}
                  </>
                ),
              },
              euro(purchases.cost, (each) => each.expected_cost),
              euro(purchases.saved, ({ saved }) => saved),
              euro(purchases.worst, (each) => each.worst_decile_cost),
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

interface ListProps {
  readonly user: string;
  readonly purchases: readonly ListedPurchase[];
}

function Waiting({ user, purchases: waiting }: ListProps) {
  const more = waiting.length - MAX_WAITING;
  if (waiting.length === 0)
    return (
      <Empty>
        {t.nothingWaiting} <a href={linkTo(['purchases', 'new'])}>{common.create}</a>
      </Empty>
    );
  return (
    <>
      <PurchaseList
        title={t.waiting}
        user={user}
        purchases={waiting.slice(0, MAX_WAITING)}
        last={{
          title: purchases.placeBy,
          // Each purchase's page has its gates.
          file: [],
          isText: true,
          cell: (purchase) => <DecideBy user={user} purchase={purchase} />,
        }}
      />
      {more > 0 && (
        <p>
          <a href={linkTo(['purchases'])}>{fill(t.moreWaiting, { count: formatNumber(more) })}</a>
        </p>
      )}
    </>
  );
}

function TooLate({ user, purchases: late }: ListProps) {
  return (
    <PurchaseList
      title={t.tooLate}
      user={user}
      purchases={late}
      last={{
        title: purchases.decision,
        isText: true,
        cell: (purchase) => <Decided purchase={purchase} />,
      }}
    />
  );
}

interface PurchaseListProps extends ListProps {
  readonly title: string;
  readonly last: {
    readonly title: string;
    readonly isText?: boolean;
    readonly cell: (purchase: ListedPurchase) => ComponentChildren;
    readonly file?: readonly [];
  };
}

/** Lists purchases with their energy, and what has to be known about them now. */
function PurchaseList({ title, user, purchases: rows, last }: PurchaseListProps) {
  return (
    <Table
      caption={title}
      rows={rows}
      pageSize={MAX_WAITING}
      columns={[
        {
          title: purchases.created,
          file: [{ title: purchases.created, time: ({ created_at }) => created_at }],
          cell: (purchase) => <Submitted user={user} purchase={purchase} />,
        },
        {
          title: purchases.delivery,
          cell: ({ evaluation }) => deliveryText(evaluation),
          file: [
            { title: purchases.firstDay, day: ({ evaluation }) => evaluation?.first_day ?? null },
            { title: purchases.lastDay, day: ({ evaluation }) => evaluation?.last_day ?? null },
          ],
        },
        {
          title: 'MWh',
          number: (each) => displayedModel(each)?.mwh,
          decimals: 1,
          href: ({ id }) => linkTo(['purchases', user, id]),
        },
        last,
      ]}
    />
  );
}
