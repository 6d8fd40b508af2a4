import { useMemo } from 'preact/hooks';
import { type Bought, boughtLink, useBought } from '../bought/bought.ts';
import type { BoughtItem } from '../bought/items.ts';
import { SmallPicture } from '../chart/small-picture.tsx';
import { useConsumptionForecast } from '../consumption-forecasts/consumption-forecast.ts';
import { type Desk, deskQuery } from '../desk/desk.tsx';
import { formatDay, formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { useConsumption } from '../measurements/data.ts';
import type { ListedPurchase } from '../purchases/data.ts';
import { t as texts } from '../purchases/list-texts.ts';
import { linkTo } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card, Figures } from '../ui/page.tsx';
import { type MeasuredDay, measuredDay } from './amount.ts';
import { DayForecast } from './forecast.tsx';
import { amountFigure } from './pictures.ts';
import { t } from './texts.ts';

interface TomorrowProps {
  readonly desk: Desk;
  /** The newest ones. */
  readonly purchases: readonly ListedPurchase[];
}

/** Shows the energy of tomorrow's purchases beside that of yesterday, of a week before and of the forecast. */
export function Tomorrow({ desk, purchases }: TomorrowProps) {
  const today = dayOf(Date.now(), MADRID);
  const tomorrow = addDays(today, 1);
  const before = addDays(tomorrow, -7);
  const yesterday = addDays(today, -1);
  const bought = useBought(desk.user, { from: tomorrow, to: tomorrow }, purchases);
  const { data: hours = [] } = useConsumption(desk, { from: before, to: yesterday }, 60);
  const measured = [yesterday, before]
    .map((day) => ({ day, sum: measuredDay(hours, day) }))
    .filter(({ sum }) => sum.hours > 0);
  return (
    <Card title={fill(t.tomorrow, { day: text(tomorrow) })}>
      {bought?.ids.length === 0 && <p>{t.noneTomorrow}</p>}
      <Amounts desk={desk} day={tomorrow} bought={bought?.items ?? []} />
      <Figures
        facts={[
          [t.submitted, <Amount key="amount" desk={desk} day={tomorrow} bought={bought} />],
          ...measured.map(
            ({ day, sum }) =>
              [
                fill(t.yesterday, { day: text(day) }),
                <Measured key={day} desk={desk} day={day} sum={sum} />,
              ] as const,
          ),
        ]}
      />
      <DayForecast key={tomorrow} desk={desk} day={tomorrow} bought={bought} />
    </Card>
  );
}

interface AmountsProps {
  readonly desk: Desk;
  readonly day: string;
  readonly bought: readonly BoughtItem[];
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
  readonly bought: Bought | undefined;
}

/** Shows the sum, as a link to the only purchase, or to all. */
function Amount({ desk, day, bought }: AmountProps) {
  const ids = bought?.ids ?? [];
  return (
    <>
      <a href={boughtLink(desk, { from: day, to: day }, ids)}>{formatNumber(bought?.mwh, 3)}</a>
      {ids.length > 1 && <small> {fill(texts.ofPurchases, { purchases: ids.length })}</small>}
    </>
  );
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
