import { SessionName } from '../prices/session-name.tsx';
import { Table } from '../table/table.tsx';
import type { Deviation } from './data.ts';
import { t } from './texts.ts';

/** Shows what was bought in each session, and whether decisions or executed trades say so. */
export function Sessions({ sessions }: Pick<Deviation, 'sessions'>) {
  return (
    <Table
      caption={t.sessions}
      rows={sessions}
      columns={[
        { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
        { title: t.bought, number: (each) => each.bought_mwh, decimals: 3 },
        { title: t.marketCost, number: (each) => each.cost, decimals: 2 },
        { title: t.restsOn, cell: (each) => t[`restsOn_${each.rests_on}`] },
      ]}
    />
  );
}
