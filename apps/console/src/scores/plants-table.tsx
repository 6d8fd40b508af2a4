import { formatNumber, formatRelative, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import type { Column } from '../table/columns.ts';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { runningAt, useTodaysOutages } from '../unavailabilities/data.ts';
import { type ScoreSummary, useScores } from './data.ts';
import { byNeed, forecastMwh, lostSum } from './need.ts';
import { partColumn } from './plant-scores.tsx';
import { t as shortfall } from './shortfall-texts.ts';
import { t } from './texts.ts';

interface PlantsTableProps {
  readonly title: string;
  readonly days: Days;
}

/** Lists all plants with their energy, error and freshness: what needs a look comes first. */
export function PlantsTable({ title, days }: PlantsTableProps) {
  const scores = useScores(days);
  const { data: outages = [] } = useTodaysOutages();
  const running = new Set(runningAt(outages, Date.now()).map(({ id }) => id));
  const hasRunning = (lost: ScoreSummary['lost']) =>
    lost.some((each) => running.has(each.unavailability_id));
  return (
    <Loaded query={scores}>
      {(data) => (
        <>
          <Table
            caption={title}
            rows={byNeed(data)}
            pageSize={25}
            columns={[
              ...energyColumns(),
              ...scoreColumns(),
              ...lostColumns(hasRunning),
              ...lastDeliveryColumns(),
            ]}
          />
          <p class="hint">
            {t.order} {shortfall.usesSolano} {t.lostHint}
          </p>
        </>
      )}
    </Loaded>
  );
}

function energyColumns(): Column<ScoreSummary>[] {
  return [
    {
      title: common.plant,
      cell: ({ id, plant }) => (
        <a href={linkTo(['plants', id])}>
          <Breakable name={plant} />
        </a>
      ),
    },
    { title: shortfall.produced, number: (plant) => plant.produced_mwh, decimals: 1 },
    { title: shortfall.forecastMwh, number: forecastMwh, decimals: 1 },
  ];
}

function scoreColumns(): Column<ScoreSummary>[] {
  const coverage = fill(t.coverage, { band: 80 });
  return [
    partColumn('nMAE', (each) => scoreOf(each, 'delivered')?.nmae),
    partColumn('nMAE Solano', (each) => scoreOf(each, 'solano')?.nmae),
    partColumn(t.bias, ({ origins: [origin] }) => origin?.bias),
    partColumn(t.pinball, (each) => scoreOf(each, 'solano')?.pinball),
    partColumn(coverage, (each) => scoreOf(each, 'solano')?.coverage['80'], 1),
  ];
}

/** What outages cost, also those that are not over. */
function lostColumns(hasRunning: (lost: ScoreSummary['lost']) => boolean): Column<ScoreSummary>[] {
  return [
    { title: shortfall.lost, number: ({ lost }) => lostSum(lost, 'mwh'), decimals: 1 },
    {
      title: t.lostEur,
      isNumber: true,
      cell: ({ lost }) => (
        <>
          {formatNumber(lostSum(lost, 'eur'), 2)}
          {hasRunning(lost) && (
            <>
              <br />
              <small>{t.lostSoFar}</small>
            </>
          )}
        </>
      ),
      file: [
        { title: t.lostEur, number: ({ lost }) => lostSum(lost, 'eur') },
        {
          title: t.outageRuns,
          cell: ({ lost }) => (hasRunning(lost) ? common.yes : common.no),
        },
      ],
    },
  ];
}

function lastDeliveryColumns(): Column<ScoreSummary>[] {
  return [
    {
      title: t.production,
      isText: true,
      file: lastColumns(t.production, ({ production }) => production).toSpliced(1, 0, {
        title: t.measuredUntil,
        time: ({ production }) => production.until,
      }),
      cell: ({ production: { until, ...last } }) => (
        <>
          <Last {...last} />
          {until !== null && <small> {fill(t.until, { time: formatTime(until) })}</small>}
        </>
      ),
    },
    {
      title: t.lastForecast,
      isText: true,
      file: lastColumns(t.lastForecast, ({ forecast }) => forecast),
      cell: ({ forecast }) => <Last {...forecast} />,
    },
  ];
}

function scoreOf({ origins }: ScoreSummary, origin: 'delivered' | 'solano') {
  return origins.find((each) => each.origin === origin);
}

/** Returns the columns of a file for what was last delivered. */
function lastColumns(
  title: string,
  lastOf: (row: ScoreSummary) => LastProps,
): Column<ScoreSummary>[] {
  return [
    { title, time: (row) => lastOf(row).delivered_at },
    { title: `${title}: ${t.lateSince}`, time: (row) => lastOf(row).late_since },
  ];
}

type LastProps = ScoreSummary['forecast'];

/** When something was last delivered, and since when the next is late. */
function Last({ delivered_at, late_since }: LastProps) {
  const last = delivered_at === null ? t.never : formatRelative(delivered_at);
  if (late_since === null) return <>{last}</>;
  return <span class="bad">{fill(t.late, { last, time: formatTime(late_since) })}</span>;
}
