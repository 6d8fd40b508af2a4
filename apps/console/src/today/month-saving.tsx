import { useMemo } from 'preact/hooks';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { SmallPicture } from '../chart/small-picture.tsx';
import type { Desk } from '../desk/desk.tsx';
import { formatMonth, formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { FileLink } from '../ui/download.tsx';
import { Card, Figures } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { savingFigure } from './pictures.ts';
import { t } from './texts.ts';

const MONTH_LENGTH = 7;
const REFRESH_MS = 30_000;

type Report = Awaited<ReturnType<typeof loadReport>>;

function loadReport({ user, retailer }: Desk, month: string) {
  const query = { retailer_id: retailer, month, format: 'json' as const };
  return dataOf(api.GET('/api/v0/user/{user}/report', { params: { path: { user }, query } }));
}

function useReport(desk: Desk, month: string): Query<Report> {
  const key = `report ${JSON.stringify([desk, month])}`;
  return useQuery(key, () => loadReport(desk, month), REFRESH_MS);
}

/** Draws what the decisions of yesterday's month saved, day by day. */
export function MonthSaving({ desk }: { readonly desk: Desk }) {
  const month = addDays(dayOf(Date.now(), MADRID), -1).slice(0, MONTH_LENGTH);
  const report = useReport(desk, month);
  const path = `user/${encodeURIComponent(desk.user)}/report`;
  const query = new URLSearchParams({ retailer_id: desk.retailer, month, format: 'html' });
  return (
    <Card
      title={fill(t.monthSaving, { month: formatMonth(month) })}
      actions={
        <>
          <FileLink path={`${path}?${query.toString()}`}>{t.report}</FileLink>
          <a href={linkTo(['purchases'])}>{t.purchases}</a>
        </>
      }
    >
      <Loaded query={report}>
        {({ days, total }) =>
          days.length === 0 ? <Empty>{t.noSaving}</Empty> : <Saved days={days} total={total} />
        }
      </Loaded>
    </Card>
  );
}

/** Shows the sums of the month over the line of its days. */
function Saved({ days, total }: Pick<Report, 'days' | 'total'>) {
  const figure = useMemo(() => savingFigure(days), [days]);
  return (
    <>
      <Figures
        facts={[
          [`${t.againstDayAhead} EUR`, formatNumber(total.saved_against_day_ahead, 2)],
          [`${t.againstRule} EUR`, formatNumber(total.saved_against_rule, 2)],
        ]}
      />
      <SmallPicture figure={figure} />
    </>
  );
}
