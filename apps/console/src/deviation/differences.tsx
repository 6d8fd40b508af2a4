import type { Desk } from '../desk/desk.tsx';
import { SessionName } from '../prices/session-name.tsx';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { Loaded } from '../ui/states.tsx';
import { useDifferences } from './data.ts';
import { t } from './texts.ts';

interface DifferencesProps {
  readonly desk: Desk;
  readonly days: Days;
}

/** Compares executed trades with what was decided, the newest day first. */
export function Differences({ desk, days }: DifferencesProps) {
  return (
    <Loaded query={useDifferences(desk, days)}>
      {(rows) => (
        <Table
          caption={t.differences}
          rows={rows.toReversed()}
          pageSize={10}
          columns={[
            { title: t.day, day: ({ day }) => day },
            { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
            { title: t.executed, number: ({ executed }) => executed.mwh, decimals: 3 },
            { title: t.decided, number: ({ decided }) => decided?.mwh, decimals: 3 },
            { title: t.moreMwh, number: ({ difference }) => difference?.mwh, decimals: 3 },
            { title: t.moreEuro, number: ({ difference }) => difference?.cost, decimals: 2 },
          ]}
        />
      )}
    </Loaded>
  );
}
