import { type Desk, DeskForm, useDesk } from '../desk/desk.tsx';
import { ByTime, labelOf } from '../deviation/by-time.tsx';
import {
  CAUSES,
  type Causes,
  type Deviation,
  type DeviationRow,
  fileOf,
  GROUPINGS,
  type Grouping,
  useDeviation,
} from '../deviation/data.ts';
import { Differences } from '../deviation/differences.tsx';
import { CausesTable, MissingTable, Total, Uncounted } from '../deviation/figures.tsx';
import { Revisions } from '../deviation/revisions.tsx';
import { Sessions } from '../deviation/sessions.tsx';
import { t } from '../deviation/texts.ts';
import { formatDay, formatMoment, formatMonth } from '../i18n/format.ts';
import { fill, language } from '../i18n/language.ts';
import { t as prices } from '../prices/texts.ts';
import { useChoice } from '../state/choice.ts';
import { Table } from '../table/table.tsx';
import { type Days, lengthOf } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { DayFields, useDays } from '../ui/days.tsx';
import { FileLink } from '../ui/download.tsx';
import { Select } from '../ui/fields.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import '../deviation/deviation.css';

const USUAL_DAYS = 30;
const MAX_DAYS = 366;
/** Days of which single periods and hours are offered. */
const MAX_DAYS_OF_PERIODS = 31;

export function Page() {
  const desk = useDesk();
  const isChosen = desk.user !== '' && desk.retailer !== '';
  return (
    <PageFrame title={t.title}>
      <DeskForm />
      {isChosen && <DeviationOfDays key={JSON.stringify(desk)} desk={desk} />}
    </PageFrame>
  );
}

function DeviationOfDays({ desk }: { readonly desk: Desk }) {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const days = useDays({ from: addDays(yesterday, 1 - USUAL_DAYS), to: yesterday }, MAX_DAYS);
  const groupings = GROUPINGS.filter(
    (each) => lengthOf(days) <= MAX_DAYS_OF_PERIODS || (each !== 'period' && each !== 'hour'),
  );
  const [by, setBy] = useChoice('by', groupings, 'day');
  const deviation = useDeviation(desk, days, by);
  return (
    <>
      <Card title={`${desk.user} · ${desk.retailer}`}>
        <DayFields days={days} maxDays={MAX_DAYS}>
          <Select
            label={t.by}
            value={by}
            onChange={setBy}
            options={groupings.map((each) => [each, t[each]] as const)}
          />
        </DayFields>
        <Loaded query={deviation}>
          {(data) => (
            <>
              <Total desk={desk} days={days} deviation={data} />
              <ByTime rows={data.rows} by={by} />
              <p class="hint">{t.explained}</p>
              <Uncounted user={desk.user} deviation={data} />
              {data.rows.length > 0 && <Rows rows={data.rows} by={by} />}
            </>
          )}
        </Loaded>
        <Downloads desk={desk} days={days} by={by} />
      </Card>
      <Loaded query={deviation}>
        {(data) => (
          <>
            <Parts desk={desk} days={days} deviation={data} />
            {data.sessions.some((each) => each.rests_on !== 'decision') && (
              <Card title={t.differences}>
                <Differences desk={desk} days={days} />
              </Card>
            )}
          </>
        )}
      </Loaded>
      <Card title={t.revisions}>
        <Revisions desk={desk} days={days} />
      </Card>
    </>
  );
}

interface RowsProps {
  readonly rows: readonly DeviationRow[];
  readonly by: Grouping;
}

function Rows({ rows, by }: RowsProps) {
  return (
    <Table
      caption={t.title}
      rows={rows}
      pageSize={31}
      columns={[
        {
          title: t[by],
          cell: (row) => <span class="one-line">{nameOf(row)}</span>,
          file: [
            by === 'period' || by === 'hour'
              ? { title: t[by], time: ({ start_utc }) => start_utc }
              : { title: t[by], cell: (row) => row.day ?? labelOf(row) },
          ],
        },
        { title: t.bought, number: (row) => row.bought_mwh, decimals: 3 },
        { title: t.measured, number: (row) => row.measured_mwh, decimals: 3 },
        { title: t.short, number: (row) => row.short_mwh, decimals: 3 },
        { title: t.long, number: (row) => row.long_mwh, decimals: 3 },
        { title: t.marketCost, number: (row) => row.market_cost, decimals: 2 },
        { title: t.cost, number: (row) => row.deviation_cost, decimals: 2 },
        { title: t.over, number: (row) => row.cost_over_day_ahead, decimals: 2 },
        ...(rows[0]?.causes ? CAUSES.map(causeColumn) : []),
      ]}
    />
  );
}

function causeColumn(cause: keyof Causes) {
  return {
    title: t[cause],
    number: ({ causes }: DeviationRow) => causes?.[cause],
    decimals: 2,
  };
}

/** Names the time of a row; a period by its start. */
function nameOf(row: DeviationRow): string {
  if (row.start_utc !== undefined) return formatMoment(row.start_utc);
  if (row.day !== undefined) return formatDay(`${row.day}T12:00Z`, 'UTC');
  return labelOf(row);
}

interface PartsProps {
  readonly desk: Desk;
  readonly days: Days;
  readonly deviation: Deviation;
}

/** Shows what the figures are made of, and what they lack. */
function Parts({ desk, days, deviation }: PartsProps) {
  const { causes, sessions, missing, periods } = deviation;
  return (
    <div class="flow">
      {periods > 0 && (
        <Card title={t.causes}>
          <CausesTable desk={desk} days={days} causes={causes} />
        </Card>
      )}
      {sessions.length > 0 && (
        <Card title={t.sessions}>
          <Sessions sessions={sessions} />
        </Card>
      )}
      {missing.length > 0 && (
        <Card title={t.missing}>
          <MissingTable missing={missing} />
        </Card>
      )}
    </div>
  );
}

interface DownloadsProps {
  readonly desk: Desk;
  readonly days: Days;
  readonly by: Grouping;
}

/** Links to the rows as files, and to the report of the last day's month. */
function Downloads({ desk, days, by }: DownloadsProps) {
  const month = days.to.slice(0, 7);
  const { from, to } = days;
  const rows = (format: string) => fileOf(desk, 'deviation', { from, to, by, format });
  const report = (format: string) => fileOf(desk, 'report', { month, format, lang: language() });
  return (
    <p>
      {prices.downloads}: <FileLink path={rows('csv')}>CSV</FileLink>{' '}
      <FileLink path={rows('xlsx')}>XLSX</FileLink> ·{' '}
      {fill(t.report, { month: formatMonth(month) })}:{' '}
      <FileLink path={report('html')}>HTML</FileLink>{' '}
      <FileLink path={report('xlsx')}>XLSX</FileLink>
    </p>
  );
}
