import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { useProduction } from '../measurements/data.ts';
import { byStart, minutesOf, powerFigure } from '../measurements/figure.ts';
import { t as measurements } from '../measurements/texts.ts';
import type { Plant } from '../plants/data.ts';
import type { Days } from '../time/days.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { useOutages } from '../unavailabilities/data.ts';
import { useForecastSeries, useNewestForecast } from './data.ts';
import { availableLine, solanoLine } from './lines.ts';
import { NewestForecast } from './newest-forecast.tsx';
import { t } from './texts.ts';

interface PlantPowerProps {
  readonly plant: Plant;
  readonly days: Days;
  readonly lead: string;
}

/** Shows what was forecast, what was measured, and the power that outages left. */
export function PlantPower({ plant, days, lead }: PlantPowerProps) {
  const minutes = minutesOf(days);
  // Each version is no single line: the newest before each period stands for them.
  const query = { ...days, lead: lead === 'run' ? '0' : lead, resolution: minutes };
  const delivered = useForecastSeries(plant.id, { ...query, origin: 'delivered' });
  const solano = useForecastSeries(plant.id, { ...query, origin: 'solano' });
  const production = useProduction(plant.name, days, minutes);
  const outages = useOutages({ plantName: plant.name });
  // Below the chart: it moves nothing when it comes.
  const newest = useNewestForecast(plant.id);
  const figure = useMemo(() => {
    const rows = delivered.data?.rows ?? [];
    const own = solano.data?.rows ?? [];
    // Drawn first: forecasts stay to be seen where nothing is out. Of two of a period the delivered one counts.
    const lines = [
      availableLine([...own, ...rows]),
      { label: t.delivered, color: '--md', mw: byStart(rows, ({ mw }) => mw) },
      ...(own.length > 0 ? [solanoLine(own)] : []),
      {
        label: measurements.measured,
        color: '--realised',
        mw: byStart(production.data ?? [], ({ mw }) => mw),
      },
    ];
    const options = { title: t.power, zone: plant.timezone, minutes };
    return powerFigure(lines, { ...options, outages: outages.data ?? [] });
  }, [delivered.data, solano.data, production.data, outages.data, plant.timezone, minutes]);
  const queries = [delivered, solano, production];
  if ([...queries, outages, newest].some(({ isLoading }) => isLoading)) return <Loading />;
  const failed = queries.filter(({ error }) => error !== undefined);
  return (
    <>
      {failed.length > 0 && (
        <Failure
          error={failed[0]?.error}
          onRetry={() => {
            for (const { reload } of failed) reload();
          }}
        />
      )}
      {figure.starts.length > 0 && (
        <Chart isInAddress figure={figure} fileName={`${plant.name}.csv`} />
      )}
      {figure.starts.length === 0 && failed.length === 0 && <Empty>{t.noPower}</Empty>}
      <NewestForecast plant={plant} />
    </>
  );
}
