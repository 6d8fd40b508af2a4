import { api, dataOf, type Schemas } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { fill } from '../i18n/language.ts';
import { Table } from '../table/table.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Executed } from './executed.tsx';
import { t as listed } from './list-texts.ts';
import { t } from './texts.ts';
import { decisionRows, nameOf, type TotalsRow } from './totals.ts';

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
          title: listed.model,
          cell: (row) => (
            <>
              {nameOf(row)}
              <Executed worth={row} />
            </>
          ),
        },
        { title: listed.title, number: ({ expected }) => expected?.purchases },
        { title: 'MWh', number: ({ expected }) => expected?.mwh, decimals: 1 },
        { title: listed.cost, number: ({ expected }) => expected?.cost, decimals: 2 },
        { title: listed.saved, number: ({ expected }) => expected?.saved, decimals: 2 },
        { title: t.settled, number: ({ realised }) => realised?.purchases },
        { title: t.realised, number: ({ realised }) => realised?.cost, decimals: 2 },
        { title: listed.realisedSaved, number: ({ realised }) => realised?.saved, decimals: 2 },
      ]}
    />
  );
}
