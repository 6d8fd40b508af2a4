import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { useProduction } from '../measurements/data.ts';
import { byStart, minutesOf, powerFigure } from '../measurements/figure.ts';
import { t as measurements } from '../measurements/texts.ts';
import type { Plant } from '../plants/data.ts';
import type { Days } from '../time/days.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { useOutages } from '../unavailabilities/data.ts';
import { useForecastSeries } from './data.ts';
import { t } from './texts.ts';

const AVAILABLE_DASH = [5, 4];

interface PlantPowerProps {
  readonly plant: Plant;
  readonly days: Days;
  readonly lead: string;
}

/** Shows what was forecast, what was measured, and the power that outages left. */
export function PlantPower({ plant, days, lead }: PlantPowerProps) {
  const minutes = minutesOf(days);
  // Each version is no single line: the newest before each period stands for them.
  const single = lead === 'run' ? '0' : lead;
  const forecast = useForecastSeries(plant.id, { ...days, lead: single, resolution: minutes });
  const production = useProduction(plant.name, days, minutes);
  const outages = useOutages({ plantName: plant.name });
  const figure = useMemo(() => {
    const rows = forecast.data?.rows ?? [];
    const lines = [
      { label: t.forecast, color: '--md', mw: byStart(rows, ({ mw }) => mw) },
      {
        label: t.available,
        color: '--mid1',
        dash: AVAILABLE_DASH,
        mw: byStart(rows, ({ available_mw }) => available_mw),
      },
      {
        label: measurements.measured,
        color: '--realised',
        mw: byStart(production.data ?? [], ({ mw }) => mw),
      },
    ];
    const options = { title: t.power, zone: plant.timezone, minutes };
    return powerFigure(lines, { ...options, outages: outages.data ?? [] });
  }, [forecast.data, production.data, outages.data, plant.timezone, minutes]);
  if ([forecast, production, outages].some(({ isLoading }) => isLoading)) return <Loading />;
  const failed = [forecast, production].find(({ error }) => error !== undefined);
  return (
    <>
      {failed && <Failure error={failed.error} onRetry={failed.reload} />}
      {figure.starts.length > 0 && <Chart figure={figure} fileName={`${plant.name}.csv`} />}
      {figure.starts.length === 0 && !failed && <Empty>{t.noPower}</Empty>}
    </>
  );
}
