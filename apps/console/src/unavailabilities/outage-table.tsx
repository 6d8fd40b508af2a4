import { formatShort, formatTime } from '../i18n/format.ts';
import { t } from '../outages/texts.ts';
import type { Column } from '../table/columns.ts';
import type { Selection } from '../table/selection.tsx';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { common } from '../ui/texts.ts';
import type { Outage } from './data.ts';

interface OutageTableProps {
  readonly outages: readonly Outage[];
  readonly zone: string;
  /** More columns, before the observations. */
  readonly more?: readonly Column<Outage>[];
  readonly onChoose?: (outage: Outage) => void;
  /** Ids of the selected outages, and what changes them; omitted: none can be selected. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
}

/** Shows outages as rows, in the time of a zone. */
export function OutageTable({ outages, zone, more = [], onChoose, ...choice }: OutageTableProps) {
  const { selected, onSelect } = choice;
  const start = ({ start_time_utc }: Outage) => formatTime(start_time_utc, zone);
  const selection: Selection<Outage> | undefined = selected &&
    onSelect && {
      keyOf: ({ id }) => id,
      nameOf: (outage) => `${outage.plant_id}, ${start(outage)}`,
      selected,
      onChange: onSelect,
    };
  return (
    <Table
      caption={t.title}
      rows={outages}
      pageSize={25}
      {...(selection && { selection })}
      columns={[
        ...(onChoose ? [{ title: common.plant, cell: ({ plant_id }: Outage) => plant_id }] : []),
        {
          title: t.start,
          file: [
            { title: t.start, time: ({ start_time_utc }) => start_time_utc, zone: () => zone },
          ],
          cell: (outage) =>
            onChoose ? (
              <Button class="plain" onClick={() => onChoose(outage)}>
                {start(outage)}
              </Button>
            ) : (
              start(outage)
            ),
        },
        { title: t.end, time: ({ end_time_utc }) => end_time_utc, zone: () => zone },
        {
          title: t.left,
          isNumber: true,
          file: [{ title: t.left, number: (each) => each.available_power_mw }],
          cell: ({ available_power_mw }) => formatShort(available_power_mw),
        },
        { title: t.type, cell: ({ availability_type }) => t[availability_type] },
        ...more,
        { title: t.observations, isText: true, cell: ({ observations }) => observations },
      ]}
    />
  );
}
