import { formatNumber, formatRelative, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type ScoreSummary, useScores } from './data.ts';
import { byNeed, forecastMwh, lostSum } from './need.ts';
import { formatPart } from './plant-scores.tsx';
import { t } from './texts.ts';

interface PlantsTableProps {
  readonly title: string;
  readonly days: Days;
}

/** Lists all plants with their energy, error and freshness: what needs a look comes first. */
export function PlantsTable({ title, days }: PlantsTableProps) {
  const scores = useScores(days);
  return (
    <Loaded query={scores}>
      {(data) => (
        <>
          <Table
            caption={title}
            rows={byNeed(data)}
            pageSize={25}
            columns={[
              {
                title: common.plant,
                cell: ({ id, plant }) => (
                  <a href={linkTo(['plants', id])}>
                    <Breakable name={plant} />
                  </a>
                ),
              },
              { title: t.produced, number: (plant) => plant.produced_mwh, decimals: 1 },
              { title: t.forecastMwh, number: forecastMwh, decimals: 1 },
              ...ORIGINS.map((origin) => ({
                title: origin === 'delivered' ? 'nMAE' : 'nMAE Solano',
                isNumber: true,
                cell: (each: ScoreSummary) => formatPart(scoreOf(each, origin)?.nmae ?? null),
              })),
              {
                title: t.bias,
                isNumber: true,
                cell: ({ origins: [origin] }) => formatPart(origin?.bias ?? null),
              },
              {
                title: t.pinball,
                isNumber: true,
                cell: (each) => formatPart(scoreOf(each, 'solano')?.pinball ?? null),
              },
              {
                title: fill(t.coverage, { band: 80 }),
                isNumber: true,
                cell: (each) => formatPart(scoreOf(each, 'solano')?.coverage['80'] ?? null, 1),
              },
              {
                title: t.lostBoth,
                isNumber: true,
                cell: ({ lost }) => (
                  <>
                    {formatNumber(lostSum(lost, 'mwh'), 1)}
                    <br />
                    {formatNumber(lostSum(lost, 'eur'), 2)}
                  </>
                ),
              },
              {
                title: t.production,
                isText: true,
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
                cell: ({ forecast }) => <Last {...forecast} />,
              },
            ]}
          />
          <p class="hint">
            {t.order} {t.usesSolano} {t.lostHint}
          </p>
        </>
      )}
    </Loaded>
  );
}

const ORIGINS = ['delivered', 'solano'] as const;

function scoreOf({ origins }: ScoreSummary, origin: (typeof ORIGINS)[number]) {
  return origins.find((each) => each.origin === origin);
}

type LastProps = ScoreSummary['forecast'];

/** When something was last delivered, and since when the next is late. */
function Last({ delivered_at, late_since }: LastProps) {
  const last = delivered_at === null ? t.never : formatRelative(delivered_at);
  if (late_since === null) return <>{last}</>;
  return <span class="bad">{fill(t.late, { last, time: formatTime(late_since) })}</span>;
}
