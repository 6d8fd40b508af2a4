import { useState } from 'preact/hooks';
import { type Bought, boughtLink } from '../bought/bought.ts';
import {
  busbarMwh,
  buyForecast,
  type ForecastHour,
  peakOf,
  useConsumptionForecast,
} from '../consumption-forecasts/consumption-forecast.ts';
import { type Desk, deskQuery } from '../desk/desk.tsx';
import { NextStep } from '../desk/next-step.tsx';
import { t as desks } from '../desk/texts.ts';
import { formatClock, formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { Button } from '../ui/button.tsx';
import { lazy } from '../ui/lazy.tsx';
import { attempt } from '../ui/messages.tsx';
import { Figures } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { t } from './texts.ts';

/** Loaded apart: most look at the desk before they buy. */
const AlreadyBought = lazy(
  async () => (await import('../bought/already-bought.tsx')).AlreadyBought,
);

interface DayForecastProps {
  readonly desk: Desk;
  readonly day: string;
  /** Undefined until it is known. */
  readonly bought: Bought | undefined;
}

/** Shows the forecast of the consumption of a day, and buys it. */
export function DayForecast({ desk, day, bought }: DayForecastProps) {
  const forecast = useConsumptionForecast(desk, { from: day, to: day });
  if (forecast.isTooLittle)
    return (
      <p class="hint">
        {desks.tooLittle} <NextStep page="consumption" />
      </p>
    );
  return (
    <Loaded query={forecast}>
      {({ rows }) => (
        <>
          <Hours desk={desk} rows={rows} />
          <Purchase desk={desk} day={day} bought={bought} forecastMwh={busbarMwh(rows)} />
        </>
      )}
    </Loaded>
  );
}

interface HoursProps {
  readonly desk: Desk;
  readonly rows: readonly ForecastHour[];
}

/** A sum of the hours' quantiles would be no band of the day: the peak hour has its own. */
function Hours({ desk, rows }: HoursProps) {
  const peak = peakOf(rows);
  if (!peak) return null;
  const { start_utc: start, end_utc: end, busbar_mw: mw, busbar_p10: low, busbar_p90: high } = peak;
  const link = linkTo(['consumption'], deskQuery(desk));
  const band = `80 %: ${formatNumber(low, 3)} – ${formatNumber(high, 3)}`;
  return (
    <>
      <Figures
        facts={[
          [
            t.forecastMwh,
            <a key="mwh" href={link}>
              {formatNumber(busbarMwh(rows), 3)}
            </a>,
          ],
          [
            fill(t.peak, { time: `${formatClock(start)} – ${formatClock(end)}` }),
            <>
              <a href={link}>{formatNumber(mw, 3)}</a> <small>({band})</small>
            </>,
          ],
        ]}
      />
      <p class="hint">{t.forecastHint}</p>
    </>
  );
}

interface PurchaseProps extends DayForecastProps {
  readonly forecastMwh: number;
}

/** Buys the forecast; where the day has purchases already, after a question. */
function Purchase({ desk, day, bought, forecastMwh }: PurchaseProps) {
  const [isBusy, setBusy] = useState(false);
  const [id, setId] = useState<string>();
  const ids = bought?.ids ?? [];
  const buy = async () => {
    setBusy(true);
    await attempt(async () => setId(await buyForecast(desk, day, ids.length)));
    setBusy(false);
  };
  if (id !== undefined && !ids.includes(id))
    return (
      <p>
        <a href={linkTo(['purchases', desk.user, id])}>{t.bought}</a>
      </p>
    );
  const onBuy = () => void buy();
  if (bought && ids.length > 0)
    return (
      <AlreadyBought
        bought={bought}
        what="forecast"
        link={boughtLink(desk, { from: day, to: day }, ids)}
        addedMwh={forecastMwh}
        isDisabled={isBusy}
        onBuy={onBuy}
      />
    );
  return (
    <p class="actions">
      <Button disabled={isBusy || !bought} onClick={onBuy}>
        {t.buyForecast}
      </Button>
    </p>
  );
}
