import { useState } from 'preact/hooks';
import { formatShort } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { fold } from '../picker/matching.ts';
import { type Plant, usePlants } from '../plants/data.ts';
import { PlantForm } from '../plants/plant-form.tsx';
import { PlantImport } from '../plants/plant-import.tsx';
import { PlantMap } from '../plants/plant-map.tsx';
import { type PlantState, plantStates } from '../plants/states.ts';
import { t } from '../plants/texts.ts';
import { changeQuery, linkTo, useParameter } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { useTodaysOutages } from '../unavailabilities/data.ts';
import { PlantPage } from './plant-page.tsx';
import '../plants/plants.css';

export function Page({ path: [id] }: { readonly path: readonly string[] }) {
  return id === undefined ? <PlantsPage /> : <PlantPage id={id} />;
}

function PlantsPage() {
  const plants = usePlants();
  const [open, setOpen] = useState<'form' | 'import'>();
  const close = () => setOpen(undefined);
  return (
    <PageFrame
      title={t.title}
      actions={
        <>
          <Button onClick={() => setOpen('import')}>{t.import}</Button>
          <Button class="primary" onClick={() => setOpen('form')}>
            {t.add}
          </Button>
        </>
      }
    >
      <Loaded query={plants} empty={t.empty}>
        {(data) => <Overview plants={data} />}
      </Loaded>
      {open === 'form' && <PlantForm onClose={close} />}
      {open === 'import' && <PlantImport plants={plants.data ?? []} onClose={close} />}
    </PageFrame>
  );
}

function Overview({ plants }: { readonly plants: readonly Plant[] }) {
  const outages = useTodaysOutages();
  const search = useParameter('search') ?? '';
  const wanted = fold(search);
  const states = plantStates(plants, outages.data ?? [], Date.now()).filter(({ plant }) =>
    [plant.name, plant.customer_display_name, plant.agrupation, plant.area].some((text) =>
      fold(text).includes(wanted),
    ),
  );
  const total = states.reduce((sum, { plant }) => sum + Number(plant.installed_capacity_mw), 0);
  return (
    <div class="cards plants">
      <Card title={t.mapTitle}>
        <PlantMap states={states} />
        <p class="map-key">
          <span>
            <span class="dot wind" />
            {common.wind}
          </span>
          <span>
            <span class="dot solar" />
            {common.solar}
          </span>
          <span>
            <span class="dot reduced" />
            {t.reducedNow}
          </span>
        </p>
      </Card>
      <Card title={fill(t.totals, { count: states.length, mw: formatShort(total) })}>
        <Field
          label={t.filter}
          type="search"
          value={search}
          onInput={(text) => changeQuery({ search: text || undefined })}
        />
        <Table
          caption={t.title}
          rows={states}
          pageSize={25}
          columns={[
            {
              title: t.name,
              cell: ({ plant }) => <a href={linkTo(['plants', plant.id])}>{plant.name}</a>,
            },
            { title: t.technology, cell: ({ plant }) => common[plant.technology_type] },
            {
              title: t.installed,
              number: ({ plant }) => plant.installed_capacity_mw,
              decimals: 1,
            },
            {
              title: t.state,
              cell: (state) => <StateText state={state} />,
              file: [
                {
                  title: t.state,
                  cell: ({ reducedTo }) => (reducedTo === undefined ? t.available : t.reducedNow),
                },
                { title: fill(t.reducedTo, { mw: '' }), number: ({ reducedTo }) => reducedTo },
              ],
            },
            { title: t.group, cell: ({ plant }) => plant.agrupation },
            { title: t.area, cell: ({ plant }) => plant.area },
          ]}
        />
      </Card>
    </div>
  );
}

function StateText({ state: { reducedTo } }: { readonly state: PlantState }) {
  if (reducedTo === undefined) return <span class="good">{t.available}</span>;
  return <span class="bad">{fill(t.reducedTo, { mw: formatShort(reducedTo) })}</span>;
}
