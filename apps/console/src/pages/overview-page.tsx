import { BASE, send } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { DeskForm, useDesk } from '../desk/desk.tsx';
import { formatDay, formatRelative, formatShort, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { t } from '../overview/texts.ts';
import { usePlants } from '../plants/data.ts';
import { type PlantState, plantStates } from '../plants/states.ts';
import { pricesForbidden } from '../prices/forbidden.ts';
import { Gates } from '../prices/gates.tsx';
import { t as prices } from '../prices/texts.ts';
import { usePurchases } from '../purchases/data.ts';
import { PurchaseTable } from '../purchases/purchase-table.tsx';
import { Saving } from '../purchases/summary.tsx';
import { useMarkets } from '../service/data.ts';
import { linkTo } from '../state/router.ts';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import { type Outage, useTodaysOutages } from '../unavailabilities/data.ts';
import { FailedDeliveries } from '../webhooks/failed.tsx';

export function Page() {
  const { user, retailer } = useDesk();
  return (
    <PageFrame title={t.title}>
      <div class="cards beside">
        <Card title={prices.gates}>
          <Gates />
        </Card>
        <Card title={t.waiting}>{user === '' ? <DeskForm /> : <Waiting user={user} />}</Card>
      </div>
      <div class="flow">
        <Card title={t.reduced}>
          <Reduced />
        </Card>
        <Card title={t.freshness}>
          <Freshness />
        </Card>
        <Card title={t.saving}>
          {user === '' ? <Empty>{t.sayUser}</Empty> : <Saving user={user} retailer={retailer} />}
        </Card>
        <FailedDeliveries />
      </div>
    </PageFrame>
  );
}

const MAX_WAITING = 10;

function Waiting({ user }: { readonly user: string }) {
  const filter = { user, retailer: '', status: 'completed', from: '', to: '' };
  const purchases = usePurchases(filter, 1);
  return (
    <Loaded query={purchases}>
      {(data) => {
        const waiting = data.purchases.filter(({ decision }) => decision?.idmodel == null);
        const more = waiting.length - MAX_WAITING;
        if (waiting.length > 0)
          return (
            <>
              <PurchaseTable user={user} purchases={waiting.slice(0, MAX_WAITING)} isWaiting />
              {more > 0 && (
                <p>
                  <a href={linkTo(['purchases'])}>{fill(t.moreWaiting, { count: more })}</a>
                </p>
              )}
            </>
          );
        return (
          <Empty>
            {t.nothingWaiting} <a href={linkTo(['purchases', 'new'])}>{common.create}</a>
          </Empty>
        );
      }}
    </Loaded>
  );
}

function Reduced() {
  const plants = usePlants();
  const outages = useTodaysOutages();
  return (
    <Loaded query={plants}>
      {(data) => {
        if (data.length === 0)
          return (
            <Empty>
              {t.noPlants} <a href={linkTo(['plants'])}>{common.create}</a>
            </Empty>
          );
        const states = plantStates(data, outages.data ?? [], Date.now());
        const reduced = states.filter(({ reducedTo }) => reducedTo !== undefined);
        if (reduced.length === 0) return <p>{fill(t.noneReduced, { count: data.length })}</p>;
        return <ReducedTable states={reduced} outages={outages.data ?? []} />;
      }}
    </Loaded>
  );
}

interface ReducedTableProps {
  readonly states: readonly PlantState[];
  readonly outages: readonly Outage[];
}

function ReducedTable({ states, outages }: ReducedTableProps) {
  const now = Date.now();
  const endOf = (name: string) =>
    Math.max(
      ...outages
        .filter((each) => each.plant_id === name && Date.parse(each.start_time_utc) <= now)
        .map(({ end_time_utc }) => Date.parse(end_time_utc)),
    );
  return (
    <Table
      caption={t.reduced}
      rows={states}
      pageSize={10}
      columns={[
        {
          title: common.plant,
          cell: ({ plant }) => <a href={linkTo(['plants', plant.id])}>{plant.name}</a>,
        },
        { title: t.left, isNumber: true, cell: ({ reducedTo }) => formatShort(reducedTo ?? 0) },
        { title: t.until, cell: ({ plant }) => formatTime(endOf(plant.name), plant.timezone) },
      ]}
    />
  );
}

function Freshness() {
  const markets = useMarkets();
  const forecast = useQuery('forecast-age', forecastAge);
  return (
    <>
      <Loaded query={markets} forbidden={pricesForbidden()}>
        {(rows) => (
          <Table
            caption={t.freshness}
            rows={rows}
            columns={[
              { title: t.market, cell: ({ session }) => session },
              {
                title: t.prediction,
                cell: ({ newest_prediction_at: at }) => (
                  <span title={formatTime(at)}>{formatRelative(at)}</span>
                ),
              },
              {
                title: t.realised,
                cell: ({ newest_realised_day: day, late_by_seconds: late }) => (
                  <>
                    {day === null ? '–' : formatDay(`${day}T12:00Z`, 'UTC')}{' '}
                    {late > 0 && <span class="bad">{t.late}</span>}
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <p>
        {t.forecast}: {formatRelative(forecast.data)}
      </p>
    </>
  );
}

/** Returns the time of the last change of a plant's forecast; null if there is none. */
async function forecastAge(): Promise<string | null> {
  const url = `${BASE}/api/v0/forecasts/normalized/?partial=true`;
  const response = await send(new Request(url, { method: 'HEAD' }));
  return response.ok ? response.headers.get('Last-Modified') : null;
}
