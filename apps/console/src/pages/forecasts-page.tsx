import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { NextStep } from '../desk/next-step.tsx';
import { type ForecastRow, useForecast } from '../forecasts/data.ts';
import { energyPerDay } from '../forecasts/energy-days.ts';
import { forecastFigure } from '../forecasts/figure.ts';
import { t } from '../forecasts/texts.ts';
import { formatDay, formatShort } from '../i18n/format.ts';
import { zoneOptions } from '../i18n/zone-name.ts';
import { Picker } from '../picker/picker.tsx';
import { usePlants } from '../plants/data.ts';
import { useChoice } from '../state/choice.ts';
import { Table } from '../table/table.tsx';
import { MADRID } from '../time/zone.ts';
import { FileLink } from '../ui/download.tsx';
import { Choice, Select } from '../ui/fields.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, isNotFound, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { useOutages } from '../unavailabilities/data.ts';

const ZONES = [MADRID, 'Europe/Lisbon', 'Atlantic/Canary', 'UTC'];
const VIEWS = ['plants', 'sum'] as const;
const UNITS = ['MW', 'MWh'];

/** More plants are summed until the user asks for each. */
const MAX_LINES = 8;

export function Page() {
  const plants = usePlants();
  const names = plants.data?.map(({ name }) => name);
  const [chosen, setChosen] = useChoice('plant', names, '');
  const isMany = (names?.length ?? 0) > MAX_LINES;
  const [view, setView] = useChoice('view', VIEWS, isMany ? 'sum' : 'plants');
  const [unit, setUnit] = useChoice('unit', UNITS, 'MW');
  const [zone, setZone] = useChoice('timezone', ZONES, MADRID);
  // Without plants there are no forecasts, and asking for them would be an error of the page.
  const hasPlants = names !== undefined && names.length > 0;
  const all = hasPlants ? [] : undefined;
  const forecast = useForecast(chosen === '' ? all : [chosen]);
  return (
    <PageFrame title={t.title}>
      <Card>
        <div class="actions">
          <Picker
            label={t.plants}
            value={chosen}
            onChange={setChosen}
            options={[['', common.allPlants], ...(names ?? [])]}
          />
          <Select label={t.zone} value={zone} onChange={setZone} options={zoneOptions(ZONES)} />
          <Choice
            label={t.view}
            value={view}
            onChange={setView}
            options={[
              ['plants', t.perPlant],
              ['sum', t.summed],
            ]}
          />
          <Choice label={t.unit} value={unit} onChange={setUnit} options={UNITS} />
        </div>
        {names?.length === 0 || isNotFound(forecast.error) ? (
          <Empty>
            {t.empty} <NextStep page="plants" />
          </Empty>
        ) : (
          <Loaded query={forecast}>
            {(rows) => (
              <Forecast
                rows={rows}
                zone={zone}
                isEnergy={unit === 'MWh'}
                isSummed={view === 'sum'}
                plantName={chosen}
              />
            )}
          </Loaded>
        )}
      </Card>
      <Card title={t.files}>
        <Files plantName={chosen} zone={zone} />
      </Card>
    </PageFrame>
  );
}

interface ForecastProps {
  readonly rows: readonly ForecastRow[];
  readonly zone: string;
  readonly isEnergy: boolean;
  readonly isSummed: boolean;
  readonly plantName: string;
}

function Forecast({ rows, zone, isEnergy, isSummed, plantName }: ForecastProps) {
  // Shaded bands of all plants together would say nothing.
  const { data: bands } = useOutages(plantName === '' ? undefined : { plantName });
  const figure = useMemo(
    () => forecastFigure(rows, { title: t.title, zone, isEnergy, isSummed, outages: bands ?? [] }),
    [rows, zone, isEnergy, isSummed, bands],
  );
  return (
    <>
      <Chart isInAddress figure={figure} fileName="forecast.csv" height={340} />
      <h2>{t.energyDays}</h2>
      <EnergyPerDay rows={rows} zone={zone} />
    </>
  );
}

const DAY_HOURS = 24;

/** A row for the sum and one for each plant, a column for each day of the zone. */
function EnergyPerDay({
  rows,
  zone,
}: {
  readonly rows: readonly ForecastRow[];
  readonly zone: string;
}) {
  const { days, hours, plants } = useMemo(() => energyPerDay(rows, zone), [rows, zone]);
  const titleOf = (day: string) => {
    const name = formatDay(Date.parse(`${day}T12:00Z`), 'UTC');
    const length = hours.get(day) ?? 0;
    return length === DAY_HOURS ? name : `${name} (${formatShort(length, 2)} h)`;
  };
  return (
    <Table
      caption={t.energyDays}
      rows={plants}
      pageSize={25}
      columns={[
        { title: common.plant, cell: ({ label }) => label },
        ...days.map((day) => ({
          title: titleOf(day),
          number: ({ byDay }: (typeof plants)[number]) => byDay.get(day),
          decimals: 1,
        })),
      ]}
    />
  );
}

function Files({ plantName, zone }: { readonly plantName: string; readonly zone: string }) {
  const query = new URLSearchParams({ timezone: zone, ...(plantName && { plant: plantName }) });
  const link = (form: string, title: string) => (
    <FileLink path={`forecasts/${form}`}>{title}</FileLink>
  );
  return (
    <ul>
      <li>
        {t.normalized}: {link(`normalized/?${query.toString()}&format=csv`, 'CSV')}{' '}
        {link(`normalized/export?${query.toString()}&format=xlsx`, 'XLSX')}{' '}
        {link(`normalized/export?${query.toString()}&format=parquet`, 'Parquet')}
      </li>
      <li>
        {t.latest}: {link('latest/?format=csv', 'CSV')} {link('latest/export?format=xlsx', 'XLSX')}{' '}
        {link('latest/export?format=parquet', 'Parquet')}
      </li>
      <li>
        {t.custom}: {link('custom/?type=all&format=csv', 'ZIP')}
      </li>
    </ul>
  );
}
