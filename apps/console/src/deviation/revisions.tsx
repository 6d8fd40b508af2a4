import type { Desk } from '../desk/desk.tsx';
import { formatDay } from '../i18n/format.ts';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { useRevisions } from './data.ts';
import { t } from './texts.ts';

interface RevisionsProps {
  readonly desk: Desk;
  readonly days: Days;
}

/** Lists what has changed of complete days by how much, the newest change first. */
export function Revisions({ desk, days }: RevisionsProps) {
  const revisions = useRevisions(desk, days);
  return (
    <Loaded query={revisions}>
      {(rows) =>
        rows.length === 0 ? (
          <p>{t.noRevisions}</p>
        ) : (
          <>
            <Table
              caption={t.revisions}
              rows={rows.toSorted((one, other) => other.changed_at.localeCompare(one.changed_at))}
              pageSize={10}
              columns={[
                { title: t.changed, time: ({ changed_at }) => changed_at },
                {
                  title: t.day,
                  file: [
                    { title: t.day, day: ({ day }) => day },
                    { title: common.status, cell: ({ after }) => after === null && t.incomplete },
                  ],
                  cell: ({ day, after }) => (
                    <>
                      {formatDay(`${day}T12:00Z`, 'UTC')}{' '}
                      {after === null && <span class="warn">{t.incomplete}</span>}
                    </>
                  ),
                },
                { title: t.bought, number: (row) => row.difference?.bought_mwh, decimals: 3 },
                { title: t.measured, number: (row) => row.difference?.measured_mwh, decimals: 3 },
                { title: t.cost, number: (row) => row.difference?.deviation_cost, decimals: 2 },
                {
                  title: t.over,
                  number: (row) => row.difference?.cost_over_day_ahead,
                  decimals: 2,
                },
              ]}
            />
            <p class="hint">{t.revisionsHint}</p>
          </>
        )
      }
    </Loaded>
  );
}
