import { type Desk, deskQuery } from '../desk/desk.tsx';
import { formatDay } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { Bars } from './bars.tsx';
import { useDeviation } from './data.ts';
import { CausesTable, MissingTable, Total, Uncounted } from './figures.tsx';
import { t } from './texts.ts';
import './deviation.css';

const LAST_DAYS = 30;
const GROUPINGS = ['day', 'hour_of_day', 'weekday'] as const;

/** Shows yesterday's deviation with its causes, and that of the last 30 days. */
export function Yesterday({ desk }: { readonly desk: Desk }) {
  const day = addDays(dayOf(Date.now(), MADRID), -1);
  const days = { from: day, to: day };
  const last = { from: addDays(day, 1 - LAST_DAYS), to: day };
  const deviation = useDeviation(desk, days, 'day');
  return (
    <>
      <Card title={fill(t.yesterday, { day: formatDay(`${day}T12:00Z`, 'UTC') })}>
        <Loaded query={deviation}>
          {(data) => (
            <>
              <Total desk={desk} days={days} deviation={data} />
              {data.periods > 0 && <CausesTable desk={desk} days={days} causes={data.causes} />}
              <MissingTable missing={data.missing} />
              <Uncounted user={desk.user} deviation={data} />
            </>
          )}
        </Loaded>
      </Card>
      <Card
        title={`${t.title}: ${t.last30}`}
        actions={GROUPINGS.map((by) => (
          <a key={by} href={linkTo(['deviation'], { ...deskQuery(desk, last), by })}>
            {t[by]}
          </a>
        ))}
      >
        <LastDays desk={desk} days={last} />
      </Card>
    </>
  );
}

interface LastDaysProps {
  readonly desk: Desk;
  readonly days: Days;
}

function LastDays({ desk, days }: LastDaysProps) {
  const deviation = useDeviation(desk, days, 'day');
  return (
    <Loaded query={deviation}>
      {({ rows, missing }) => (
        <>
          {rows.length > 0 && (
            <Bars
              title={fill(t.overBy, { by: t.day.toLowerCase() })}
              unit="EUR"
              bars={rows.map(({ day = '', cost_over_day_ahead: value }) => {
                return { label: day.split('-').slice(1).reverse().join('/'), value: Number(value) };
              })}
            />
          )}
          {rows.length === 0 && <p class="warn">{missing.length > 0 ? t.nothing : t.none}</p>}
        </>
      )}
    </Loaded>
  );
}
