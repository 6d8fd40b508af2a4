import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { useUnknown } from '../state/choice.ts';
import { changeQuery, useParameter } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { isDay } from '../ui/days.tsx';
import { Field } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useDayPrices } from './data.ts';
import { dayFigure } from './day-figure.ts';
import { pricesForbidden } from './forbidden.ts';
import type { Session } from './sessions.ts';
import { t } from './texts.ts';

const WEEK_DAYS = 7;

/** Shows the prices of two days over each other; both stand in the address of the page. */
export function DayComparison({ session }: { readonly session: Session }) {
  const day = useDay('day', dayOf(Date.now(), MADRID));
  const other = useDay('other', addDays(day, -WEEK_DAYS));
  const choose = (name: string) => (value: string) => {
    if (isDay(value)) changeQuery({ [name]: value });
  };
  return (
    <>
      <div class="desk">
        <Field label={t.dayShown} type="date" value={day} onInput={choose('day')} />
        <Field label={t.dayCompared} type="date" value={other} onInput={choose('other')} />
      </div>
      <DayChart session={session} day={day} other={other} />
    </>
  );
}

/** The day that the address names by a parameter; the usual one if it names none. */
function useDay(name: string, usual: string): string {
  const named = useParameter(name);
  const isKnown = named === undefined || isDay(named);
  useUnknown(name, isKnown ? undefined : named);
  return isKnown ? (named ?? usual) : usual;
}

interface DayChartProps {
  readonly session: Session;
  readonly day: string;
  readonly other: string;
}

function DayChart({ session, day, other }: DayChartProps) {
  const one = useDayPrices(session, day);
  const compared = useDayPrices(session, other);
  const figure = useMemo(
    () => one.data && compared.data && dayFigure(session, one.data, compared.data),
    [session, one.data, compared.data],
  );
  return (
    <Loaded query={one.data ? compared : one} forbidden={pricesForbidden()}>
      {() =>
        figure?.series.some(({ values }) => values.some((value) => value !== null)) ? (
          <Chart figure={figure} fileName={`${session}-${day}-${other}.csv`} />
        ) : (
          <Empty>{t.noPricesOfDays}</Empty>
        )
      }
    </Loaded>
  );
}
