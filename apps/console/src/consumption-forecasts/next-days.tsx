import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import type { Desk } from '../desk/desk.tsx';
import { t as desks } from '../desk/texts.ts';
import { type GroupPeriod, useConsumption } from '../measurements/data.ts';
import { bandOf, byStart, perGroup, powerFigure, sumOfGroups } from '../measurements/figure.ts';
import { t } from '../measurements/texts.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { FileLinks } from '../ui/download.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { type ConsumptionForecast, useConsumptionForecast } from './consumption-forecast.ts';

/** Days before and after today. */
const DAYS = 7;
/** Minutes. */
const HOUR = 60;

/** Shows the forecast of the next days with its band, after what was measured in the last ones. */
export function NextDays({ desk }: { readonly desk: Desk }) {
  const today = dayOf(Date.now(), MADRID);
  const forecast = useConsumptionForecast(desk, {
    from: addDays(today, 1),
    to: addDays(today, DAYS),
  });
  const { data: measured } = useConsumption(desk, { from: addDays(today, -DAYS), to: today }, HOUR);
  return (
    <Card title={t.nextDays}>
      {forecast.isTooLittle ? (
        <p class="hint">{desks.tooLittle}</p>
      ) : (
        <Loaded query={forecast}>
          {(data) => <Power forecast={data} measured={measured ?? []} />}
        </Loaded>
      )}
      {forecast.data && (
        <p>
          <FileLinks
            path={`user/${encodeURIComponent(desk.user)}/consumption/forecast`}
            query={{ retailer_id: desk.retailer }}
          />
        </p>
      )}
    </Card>
  );
}

interface PowerProps {
  readonly forecast: ConsumptionForecast;
  readonly measured: readonly GroupPeriod[];
}

function Power({ forecast: { groups, rows }, measured }: PowerProps) {
  const figure = useMemo(() => {
    const own = perGroup(measured.filter(({ group }) => groups.includes(group)));
    const lines = [
      { label: t.measured, color: '--realised', mw: sumOfGroups([...own.values()]) },
      {
        label: t.forecast,
        color: '--mid2',
        mw: byStart(rows, ({ mw }) => mw),
        band: bandOf(rows),
      },
    ];
    return powerFigure(lines, { title: t.nextDays, zone: MADRID, minutes: HOUR });
  }, [groups, rows, measured]);
  return (
    <>
      <Chart figure={figure} fileName="consumption-forecast.csv" />
      <p class="hint">{t.atMeters}</p>
    </>
  );
}
