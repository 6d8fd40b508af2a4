import { useState } from 'preact/hooks';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { zoneName } from '../i18n/zone-name.ts';
import type { Subject } from '../measurements/data.ts';
import { t as measurements } from '../measurements/texts.ts';
import { MeasurementUploadDialog } from '../measurements/upload.tsx';
import { MeasurementUploads } from '../measurements/uploads.tsx';
import { Uploads } from '../outages/uploads.tsx';
import type { Plant } from '../plants/data.ts';
import { PlantForm } from '../plants/plant-form.tsx';
import { t } from '../plants/texts.ts';
import { usePlantScore } from '../scores/data.ts';
import { LeadSelect, useLead } from '../scores/lead.tsx';
import { PlantPower } from '../scores/plant-power.tsx';
import { PlantScores, pastOf } from '../scores/plant-scores.tsx';
import { t as shortfall } from '../scores/shortfall-texts.ts';
import { t as scores } from '../scores/texts.ts';
import { goTo, linkTo } from '../state/router.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID, startOfDay } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { DayFields, useDays } from '../ui/days.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { Card, Facts, PageFrame } from '../ui/page.tsx';
import { PrintButton } from '../ui/printing.tsx';
import { Empty, isNotFound, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type Outage, runningAt, useOutages } from '../unavailabilities/data.ts';
import { OutageTable } from '../unavailabilities/outage-table.tsx';

const PRODUCTION: Subject = { kind: 'production' };
/** Days before today that are shown if the address names none. */
const USUAL_DAYS = 7;
const MAX_DAYS = 366;

/** A plant with its power, scores, outages and files. */
export function PlantPage({ id }: { readonly id: string }) {
  const plant = useQuery(`plant ${id}`, () =>
    dataOf(api.GET('/api/v0/plants/{plant_id}/', { params: { path: { plant_id: id } } })),
  );
  const [open, setOpen] = useState<'change' | 'delete'>();
  const close = () => setOpen(undefined);
  if (isNotFound(plant.error))
    return (
      <PageFrame title={t.unknown}>
        <a href={linkTo(['plants'])}>{t.title}</a>
      </PageFrame>
    );
  return (
    <PageFrame
      title={plant.data ? plant.data.name : t.title}
      actions={
        <>
          <a href={linkTo(['plants'])}>{t.title}</a>
          <PrintButton />
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
  const today = dayOf(Date.now(), MADRID);
  const days = useDays({ from: addDays(today, -USUAL_DAYS), to: addDays(today, 1) }, MAX_DAYS);
  const lead = useLead();
  const [isUpload, setUpload] = useState(false);
  return (
    <div class="cards">
      <Card wide>
        <DayFields days={days} maxDays={MAX_DAYS}>
          <LeadSelect lead={lead} />
        </DayFields>
        <PlantPower plant={plant} days={days} lead={lead} />
      </Card>
      <PlantScores plant={plant} days={days} lead={lead} />
      <Card
        wide
        title={t.outages}
        actions={<a href={linkTo(['outages'], { plant: plant.name })}>{t.allOutages}</a>}
      >
        <PlantOutages plant={plant} days={days} lead={lead} />
      </Card>
      <Card
        title={t.productionFiles}
        actions={<Button onClick={() => setUpload(true)}>{measurements.uploadProduction}</Button>}
      >
        <MeasurementUploads subject={PRODUCTION} plantName={plant.name} />
      </Card>
      <Card title={t.files}>
        <Uploads plantName={plant.name} />
      </Card>
      <Card title={t.facts}>
        <PlantFacts plant={plant} />
      </Card>
      {isUpload && (
        <MeasurementUploadDialog
          subject={PRODUCTION}
          plants={[plant.name]}
          chosen={{ plant_id: plant.name }}
          onClose={() => setUpload(false)}
        />
      )}
    </div>
  );
}

interface PlantOutagesProps {
  readonly plant: Plant;
  readonly days: Days;
  readonly lead: string;
}

/** Shows the outages of the days, and those that are still to end. */
function PlantOutages({ plant, days, lead }: PlantOutagesProps) {
  const { data: score } = usePlantScore(plant.id, pastOf(days, Date.now()), lead);
  const lostOf = ({ id }: Outage) =>
    score?.lost.find(({ unavailability_id }) => unavailability_id === id);
  const outages = useOutages({ plantName: plant.name });
  const from = startOfDay(days.from, MADRID);
  const to = startOfDay(addDays(days.to, 1), MADRID);
  const now = Date.now();
  const isShown = ({ start_time_utc, end_time_utc }: Outage) => {
    const end = Date.parse(end_time_utc);
    return end > now || (end > from && Date.parse(start_time_utc) < to);
  };
  const isRunning = (outage: Outage) => runningAt([outage], now).length > 0;
  const lost = (title: string, decimals: number, lossOf: (outage: Outage) => Loss) => ({
    title,
    isNumber: true,
    cell: (outage: Outage) => (
      <>
        {formatNumber(lossOf(outage), decimals)}
        {lossOf(outage) != null && isRunning(outage) && <small> {scores.lostSoFar}</small>}
      </>
    ),
    file: [{ title, number: lossOf }],
  });
  return (
    <Loaded query={outages}>
      {(data) => {
        const shown = data.filter(isShown);
        if (shown.length === 0) return <Empty>{t.noOutages}</Empty>;
        return (
          <>
            <OutageTable
              outages={shown}
              zone={plant.timezone}
              more={[
                lost(shortfall.lost, 1, (each) => lostOf(each)?.mwh),
                lost(scores.lostEur, 2, (each) => lostOf(each)?.eur),
                {
                  title: scores.lostBy,
                  cell: (each) => basisOf(lostOf(each)?.origin),
                  file: [
                    { title: scores.lostBy, cell: (each) => basisOf(lostOf(each)?.origin) },
                    {
                      title: scores.outageRuns,
                      cell: (each) => (isRunning(each) ? common.yes : common.no),
                    },
                  ],
                },
              ]}
            />
            <p class="hint">{scores.lostHint}</p>
          </>
        );
      }}
    </Loaded>
  );
}

type Loss = number | null | undefined;

/** Names the forecast that a loss rests on. */
function basisOf(origin: 'delivered' | 'solano' | null | undefined): string {
  return origin ? scores[origin] : '–';
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
    [t.zone, zoneName(plant.timezone)],
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
