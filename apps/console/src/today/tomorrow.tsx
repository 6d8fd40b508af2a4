import { useMemo } from 'preact/hooks';
import { useQuery } from '../api/query.ts';
import { SmallPicture } from '../chart/small-picture.tsx';
import { type Desk, deskQuery } from '../desk/desk.tsx';
import { formatDay, formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { useConsumptionForecast } from '../measurements/consumption-forecast.ts';
import { useConsumption } from '../measurements/data.ts';
import { type ListedPurchase, loadSeries } from '../purchases/data.ts';
import { t as texts } from '../purchases/texts.ts';
import { linkTo } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card, Figures } from '../ui/page.tsx';
import { type DayItem, itemsOfDay, type MeasuredDay, measuredDay } from './amount.ts';
import { boughtLink } from './bought.ts';
import { DayForecast } from './forecast.tsx';
import { amountFigure } from './pictures.ts';
import { t } from './texts.ts';

interface TomorrowProps {
  readonly desk: Desk;
  /** With delivery tomorrow. */
  readonly purchases: readonly ListedPurchase[];
}

/** Shows the energy of tomorrow's purchases beside that of yesterday, of a week before and of the forecast. */
export function Tomorrow({ desk, purchases }: TomorrowProps) {
  const today = dayOf(Date.now(), MADRID);
  const tomorrow = addDays(today, 1);
  const before = addDays(tomorrow, -7);
  const yesterday = addDays(today, -1);
  const ids = purchases.map(({ id }) => id);
  const { data: bought } = useQuery(
    `purchase-amounts ${JSON.stringify([desk.user, tomorrow, ids])}`,
    async () => {
      const series = await Promise.all(ids.map((id) => loadSeries(desk.user, id)));
      return series.flatMap((items) => itemsOfDay(items, tomorrow));
    },
  );
  const { data: hours = [] } = useConsumption(desk, { from: before, to: yesterday }, 60);
  const measured = [yesterday, before]
    .map((day) => ({ day, sum: measuredDay(hours, day) }))
    .filter(({ sum }) => sum.hours > 0);
  return (
    <Card title={fill(t.tomorrow, { day: text(tomorrow) })}>
      {ids.length === 0 && <p>{t.noneTomorrow}</p>}
      <Amounts desk={desk} day={tomorrow} bought={bought ?? []} />
      <Figures
        facts={[
          [
            t.submitted,
            <Amount key="amount" desk={desk} day={tomorrow} ids={ids} bought={bought} />,
          ],
          ...measured.map(
            ({ day, sum }) =>
              [
                fill(t.yesterday, { day: text(day) }),
                <Measured key={day} desk={desk} day={day} sum={sum} />,
              ] as const,
          ),
        ]}
      />
      <DayForecast
        key={tomorrow}
        desk={desk}
        day={tomorrow}
        bought={{ ids, mwh: bought && sumOf(bought) }}
      />
    </Card>
  );
}

interface AmountsProps {
  readonly desk: Desk;
  readonly day: string;
  readonly bought: readonly DayItem[];
}

/** Draws what is bought of each hour over what is forecast. */
function Amounts({ desk, day, bought }: AmountsProps) {
  const { data } = useConsumptionForecast(desk, { from: day, to: day });
  const figure = useMemo(
    () => amountFigure(day, data?.rows ?? [], bought),
    [day, data, bought.length],
  );
  return figure.series.length > 0 && <SmallPicture figure={figure} />;
}

function text(day: string): string {
  return formatDay(`${day}T12:00Z`, 'UTC');
}

interface AmountProps {
  readonly desk: Desk;
  readonly day: string;
  readonly ids: readonly string[];
  readonly bought: readonly DayItem[] | undefined;
}

/** Shows the sum, as a link to the only purchase, or to all. */
function Amount({ desk, day, ids, bought }: AmountProps) {
  return (
    <>
      <a href={boughtLink(desk, day, ids)}>{formatNumber(bought && sumOf(bought), 3)}</a>
      {ids.length > 1 && <small> {fill(texts.ofPurchases, { purchases: ids.length })}</small>}
    </>
  );
}

function sumOf(items: readonly DayItem[]): number {
  return items.reduce((total, { mwh }) => total + mwh, 0);
}

interface MeasuredProps {
  readonly desk: Desk;
  readonly day: string;
  readonly sum: MeasuredDay;
}

function Measured({ desk, day, sum: { mwh, hours, all } }: MeasuredProps) {
  return (
    <>
      <a href={linkTo(['consumption'], deskQuery(desk, { from: day, to: day }))}>
        {formatNumber(mwh, 3)}
      </a>
      {hours < all && <small class="warn"> {fill(t.partly, { hours, all })}</small>}
    </>
  );
}
