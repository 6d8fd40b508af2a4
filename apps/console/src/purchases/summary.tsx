import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Desk } from '../desk/desk.tsx';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card, Figures } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Executed } from './executed.tsx';
import { t } from './texts.ts';
import { decisionRows, type ModelTotals, nameOf, savingOf, type TotalsRow } from './totals.ts';

const DAYS = 30;

type Totals = Schemas['PurchaseSummary'];
interface SummaryProps {
  readonly user: string;
  readonly retailer: string;
  /** First and last day of submission in Madrid; empty: unlimited. */
  readonly from: string;
  readonly to: string;
}

const REFRESH_MS = 30_000;

/** Shows costs and savings of the purchases of some days. */
function useSummary({ user, retailer, from, to }: SummaryProps): Query<Totals> {
  const query = {
    ...(from && { from }),
    ...(to && { to }),
    ...(retailer && { retailer_id: retailer }),
  };
  const load = () =>
    dataOf(api.GET('/api/v0/user/{user}/purchases/summary', { params: { path: { user }, query } }));
  return useQuery(`purchases-summary ${JSON.stringify([user, query])}`, load, REFRESH_MS);
}

/** Shows energy, cost and saving by decided model, and by model for all purchases. */
export function Summary(filter: SummaryProps) {
  const summary = useSummary(filter);
  return (
    <Card title={t.totals}>
      <Loaded query={summary}>
        {({ purchases, evaluated, undecided, decisions, left_out: leftOut, ...all }) =>
          purchases === 0 ? (
            <Empty>{t.noTotals}</Empty>
          ) : (
            <>
              <p>{fill(t.counts, { purchases, evaluated, undecided })}</p>
              <h3>{t.byDecision}</h3>
              {decisions.length === 0 ? (
                <Empty>{t.undecided}</Empty>
              ) : (
                <TotalsTable caption={t.byDecision} rows={decisions.flatMap(decisionRows)} />
              )}
              <h3>{t.byModel}</h3>
              <TotalsTable caption={t.byModel} rows={[...all.models, ...all.constant_rules]} />
              {leftOut.expected > 0 && (
                <p class="hint">{fill(t.leftOutCount, { leftOut: leftOut.expected })}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

interface TotalsTableProps {
  readonly caption: string;
  readonly rows: readonly TotalsRow[];
}

function TotalsTable({ caption, rows }: TotalsTableProps) {
  return (
    <Table
      caption={caption}
      rows={rows}
      columns={[
        {
          title: t.model,
          cell: (row) => (
            <>
              {nameOf(row)}
              <Executed worth={row} />
            </>
          ),
        },
        { title: t.title, number: ({ expected }) => expected?.purchases },
        { title: 'MWh', number: ({ expected }) => expected?.mwh, decimals: 1 },
        { title: t.cost, number: ({ expected }) => expected?.cost, decimals: 2 },
        { title: t.saved, number: ({ expected }) => expected?.saved, decimals: 2 },
        { title: t.settled, number: ({ realised }) => realised?.purchases },
        { title: t.realised, number: ({ realised }) => realised?.cost, decimals: 2 },
        { title: t.realisedSaved, number: ({ realised }) => realised?.saved, decimals: 2 },
      ]}
    />
  );
}

/** Shows the saving of the last 30 days' decisions against buying everything day-ahead. */
export function Saving({ user, retailer }: Desk) {
  const today = dayOf(Date.now(), MADRID);
  const summary = useSummary({ user, retailer, from: addDays(today, 1 - DAYS), to: today });
  return (
    <Loaded query={summary}>
      {({ decisions, undecided }) =>
        decisions.length === 0 ? (
          <Empty>
            {t.undecided} <a href={linkTo(['purchases'])}>{t.title}</a>
          </Empty>
        ) : (
          <>
            <Figures
              facts={[
                [t.realisedSaved, saved(decisions, 'realised')],
                [t.expectedSaved, saved(decisions, 'expected')],
              ]}
            />
            <p class="hint">
              {t.reference} {undecided > 0 && fill(t.waitingCount, { undecided })}
            </p>
          </>
        )
      }
    </Loaded>
  );
}

function saved(decisions: readonly ModelTotals[], kind: 'realised' | 'expected') {
  const { saved, purchases } = savingOf(decisions, kind);
  return (
    <>
      <a class={saved < 0 ? 'bad' : ''} href={linkTo(['purchases'])}>
        {purchases === 0 ? '–' : `${formatNumber(saved, 2)} EUR`}
      </a>{' '}
      {purchases > 0 && <small>{fill(t.ofPurchases, { purchases })}</small>}
    </>
  );
}
