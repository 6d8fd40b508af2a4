import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { SessionName } from '../prices/session-name.tsx';
import { type ModelObject, pathOf, useBids, useSeries } from '../purchases/data.ts';
import { modelName } from '../strategies/model-name.ts';
import { Table } from '../table/table.tsx';
import { Details } from '../ui/details.tsx';
import { FileLinks } from '../ui/download.tsx';
import { Loaded } from '../ui/states.tsx';
import { t } from './texts.ts';

interface BidsProps {
  readonly user: string;
  readonly id: string;
  readonly models: readonly ModelObject[];
}

const FORMATS = ['csv', 'xlsx'];

/** The bids of each model that makes any: files for the desk's software, and a table on request. */
export function Bids({ user, id, models }: BidsProps) {
  return models
    .filter(({ bids }) => bids !== undefined)
    .map(({ idmodel }) => (
      <div key={idmodel}>
        <p>
          {fill(t.bidsOf, { model: modelName(idmodel) })}
          <FileLinks
            path={pathOf(user, id, 'bids')}
            query={{ idmodel: String(idmodel) }}
            formats={FORMATS}
          />
        </p>
        <Details title={fill(t.tableOf, { model: modelName(idmodel) })}>
          <BidTable user={user} id={id} idmodel={idmodel} />
        </Details>
      </div>
    ));
}

interface BidTableProps {
  readonly user: string;
  readonly id: string;
  readonly idmodel: number;
}

/** Shows a row for each step; of a sale the MW are below zero, as its item is. */
function BidTable({ user, id, idmodel }: BidTableProps) {
  const { data: items } = useSeries(user, id);
  const sales = new Set(items?.flatMap((item) => (item.purchase < 0 ? [item.datetime] : [])));
  return (
    <Loaded query={useBids(user, id, idmodel)}>
      {({ sessions }) => (
        <Table
          caption={fill(t.bidsOf, { model: modelName(idmodel) })}
          pageSize={24}
          rows={sessions.flatMap(({ session, periods }) =>
            periods.flatMap(({ datetime, steps }) => {
              return steps.map((step) => ({ ...step, session, datetime }));
            }),
          )}
          columns={[
            { title: t.periodEnd, cell: ({ datetime }) => datetime },
            { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
            {
              title: 'MW',
              number: ({ mw, datetime }) => (sales.has(datetime) ? -mw : mw),
              decimals: 3,
            },
            {
              title: t.limit,
              isNumber: true,
              file: [{ title: t.limit, number: ({ price }) => price }],
              cell: ({ price }) => (price === null ? t.unlimited : formatNumber(price, 2)),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
