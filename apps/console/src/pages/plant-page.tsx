import { useState } from 'preact/hooks';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { Chart } from '../chart/lazy-chart.ts';
import { useForecast } from '../forecasts/data.ts';
import { forecastFigure } from '../forecasts/figure.ts';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Uploads } from '../outages/uploads.tsx';
import type { Plant } from '../plants/data.ts';
import { PlantForm } from '../plants/plant-form.tsx';
import { t } from '../plants/texts.ts';
import { goTo, linkTo } from '../state/router.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { Card, Facts, PageFrame } from '../ui/page.tsx';
import { Empty, isNotFound, Loaded, Loading } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { useOutages } from '../unavailabilities/data.ts';
import { OutageTable } from '../unavailabilities/outage-table.tsx';

/** A plant with its forecast, outages and files. */
export function PlantPage({ id }: { readonly id: string }) {
  const plant = useQuery(`plant ${id}`, () =>
    dataOf(api.GET('/api/v0/plants/{plant_id}/', { params: { path: { plant_id: id } } })),
  );
  const [open, setOpen] = useState<'change' | 'delete'>();
  const close = () => setOpen(undefined);
  if (isNotFound(plant.error)) return <PageFrame title={t.unknown}>{null}</PageFrame>;
  return (
    <PageFrame
      title={plant.data ? plant.data.name : t.title}
      actions={
        <>
          <a href={linkTo(['plants'])}>{t.title}</a>
          <Button onClick={() => setOpen('change')}>{common.change}</Button>
          <Button class="danger" onClick={() => setOpen('delete')}>
            {common.delete}
          </Button>
        </>
      }
    >
      <Loaded query={plant}>{(data) => <PlantCards plant={data} />}</Loaded>
      {plant.data && open === 'change' && <PlantForm plant={plant.data} onClose={close} />}
      {plant.data && open === 'delete' && <DeletePlant plant={plant.data} onClose={close} />}
    </PageFrame>
  );
}

function PlantCards({ plant }: { readonly plant: Plant }) {
  const outages = useOutages({ plantName: plant.name });
  const now = Date.now();
  const coming = outages.data?.filter(({ end_time_utc }) => Date.parse(end_time_utc) > now) ?? [];
  return (
    <div class="cards">
      <Card wide>
        <PlantForecast plant={plant} />
      </Card>
      <Card
        wide
        title={t.outages}
        actions={<a href={linkTo(['outages'], { plant: plant.name })}>{t.allOutages}</a>}
      >
        <Loaded query={outages}>
          {() =>
            coming.length === 0 ? (
              <Empty>{t.noOutages}</Empty>
            ) : (
              <OutageTable outages={coming} zone={plant.timezone} />
            )
          }
        </Loaded>
      </Card>
      <Card title={t.files}>
        <Uploads plantName={plant.name} />
      </Card>
      <Card title={t.facts}>
        <PlantFacts plant={plant} />
      </Card>
    </div>
  );
}

function PlantForecast({ plant }: { readonly plant: Plant }) {
  const forecast = useForecast([plant.name]);
  const outages = useOutages({ plantName: plant.name });
  if (isNotFound(forecast.error)) return <Empty>{t.noForecast}</Empty>;
  if (forecast.data && !outages.data && !outages.error) return <Loading />;
  return (
    <Loaded query={forecast}>
      {(rows) => (
        <Chart
          figure={forecastFigure(rows, {
            title: t.forecast,
            zone: plant.timezone,
            isEnergy: false,
            outages: outages.data ?? [],
          })}
          fileName={`${plant.name}.csv`}
        />
      )}
    </Loaded>
  );
}

function PlantFacts({ plant }: { readonly plant: Plant }) {
  const facts = [
    [t.name, plant.name],
    [t.displayName, plant.customer_display_name],
    [t.technology, common[plant.technology_type]],
    [t.installed, formatNumber(plant.installed_capacity_mw, 3)],
    [t.nominal, formatNumber(plant.nominal_capacity_mw, 3)],
    [t.lat, formatNumber(plant.lat, 5)],
    [t.lon, formatNumber(plant.lon, 5)],
    [t.area, plant.area],
    [t.group, plant.agrupation],
    [t.zone, plant.timezone],
    [t.changedAt, formatTime(plant.updated_at, plant.timezone)],
  ] as const;
  return <Facts facts={facts.map(([name, value]) => [name, value || '–'])} />;
}

interface DeletePlantProps {
  readonly plant: Plant;
  readonly onClose: () => void;
}

function DeletePlant({ plant, onClose }: DeletePlantProps) {
  const remove = async () => {
    const params = { path: { plant_id: plant.id } };
    await dataOf(api.DELETE('/api/v0/plants/{plant_id}/', { params }));
    invalidate('plants');
    invalidate('outages');
    notify({ text: common.deleted });
    goTo(['plants']);
  };
  const run = async () => {
    if (!(await attempt(remove))) onClose();
  };
  return (
    <Dialog title={fill(t.deleteTitle, { name: plant.name })} onClose={onClose}>
      <p>{t.deleteText}</p>
      <div class="actions">
        <Button class="danger" onClick={() => void run()}>
          {common.delete}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
