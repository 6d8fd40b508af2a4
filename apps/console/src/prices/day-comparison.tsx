import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { replaceQuery, useRoute } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Field } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useDayPrices } from './data.ts';
import { dayFigure } from './day-figure.ts';
import { pricesForbidden } from './forbidden.ts';
import type { Session } from './sessions.ts';
import { t } from './texts.ts';

const DAY = /^2\d{3}-\d\d-\d\d$/;
const WEEK_DAYS = 7;

/** Shows the prices of two days over each other; both stand in the address of the page. */
export function DayComparison({ session }: { readonly session: Session }) {
  const { query } = useRoute();
  const chosen = (name: string, usual: string) => {
    const day = query.get(name) ?? '';
    return DAY.test(day) ? day : usual;
  };
  const day = chosen('day', dayOf(Date.now(), MADRID));
  const other = chosen('other', addDays(day, -WEEK_DAYS));
  const choose = (name: string) => (value: string) => {
    if (DAY.test(value)) replaceQuery({ [name]: value });
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
