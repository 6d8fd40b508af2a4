import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { SmallPicture } from '../chart/small-picture.tsx';
import { type Desk, deskQuery } from '../desk/desk.tsx';
import { formatMonth, formatNumber } from '../i18n/format.ts';
import { fill, language } from '../i18n/language.ts';
import { purchasesLink } from '../purchases/purchases-link.ts';
import { changeQuery, linkTo, useParameter } from '../state/router.ts';
import { addDays, dayOf, MADRID, MINUTE_MS, SECOND_MS } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { FileLink } from '../ui/download.tsx';
import { Card, Figures } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { savingFigure } from './pictures.ts';
import { t } from './texts.ts';

const MONTH_LENGTH = 7;
/** A month is much to add up; one of which nothing is known yet may just be coming. */
const REFRESH_MS = { known: 10 * MINUTE_MS, empty: 30 * SECOND_MS };

type Report = Awaited<ReturnType<typeof loadReport>>;

function loadReport({ user, retailer }: Desk, month: string) {
  const query = { retailer_id: retailer, month, format: 'json' as const };
  return dataOf(api.GET('/api/v0/user/{user}/report', { params: { path: { user }, query } }));
}

function useReport(desk: Desk, month: string): Query<Report> {
  const key = `report ${JSON.stringify([desk, month])}`;
  const [isEmpty, setEmpty] = useState(true);
  const refreshMs = isEmpty ? REFRESH_MS.empty : REFRESH_MS.known;
  const report = useQuery(key, () => loadReport(desk, month), refreshMs);
  useEffect(() => setEmpty(report.data?.days.length === 0), [report.data]);
  return report;
}

/** Draws what the decisions of a month saved, day by day: that of the address, else yesterday's. */
export function MonthSaving({ desk }: { readonly desk: Desk }) {
  const newest = addDays(dayOf(Date.now(), MADRID), -1).slice(0, MONTH_LENGTH);
  const named = useParameter('month') ?? '';
  const month = isMonth(named) && named < newest ? named : newest;
  const report = useReport(desk, month);
  // The month before stays while another one is loading: the page keeps its height, and what follows its place.
  const kept = useRef({ month, data: report.data });
  if (report.data !== undefined || report.error !== undefined)
    kept.current = { month, data: report.data };
  const isKept = report.isLoading && kept.current.data !== undefined;
  const shown = isKept ? { ...report, data: kept.current.data } : report;
  const path = `user/${encodeURIComponent(desk.user)}/report`;
  const query = new URLSearchParams({
    retailer_id: desk.retailer,
    month,
    format: 'html',
    lang: language(),
  });
  return (
    <Card
      title={fill(t.monthSaving, { month: formatMonth(isKept ? kept.current.month : month) })}
      actions={
        <>
          <MonthButton month={monthBeside(month, -1)} title={t.monthBefore}>
            ‹
          </MonthButton>
          <MonthButton
            month={monthBeside(month, 1)}
            title={t.monthAfter}
            isDisabled={month === newest}
          >
            ›
          </MonthButton>
          <FileLink path={`${path}?${query.toString()}`}>{t.report}</FileLink>
          <a
            href={purchasesLink(desk, {
              from: `${month}-01`,
              to: addDays(`${monthBeside(month, 1)}-01`, -1),
            })}
          >
            {t.purchases}
          </a>
        </>
      }
    >
      <div aria-busy={isKept || undefined}>
        <Loaded query={shown}>
          {({ days, total }) =>
            days.length === 0 ? (
              <Empty>{t.noSaving}</Empty>
            ) : (
              <Saved desk={desk} days={days} total={total} />
            )
          }
        </Loaded>
      </div>
      {isKept && (
        <p class="hint" role="status">
          {formatMonth(month)}: {common.loading}
        </p>
      )}
    </Card>
  );
}

interface MonthButtonProps {
  readonly month: string;
  readonly title: string;
  readonly isDisabled?: boolean;
  readonly children: string;
}

function MonthButton({ month, title, isDisabled = false, children }: MonthButtonProps) {
  return (
    <Button
      aria-label={title}
      title={`${title}: ${formatMonth(month)}`}
      disabled={isDisabled}
      onClick={() => changeQuery({ month })}
    >
      {children}
    </Button>
  );
}

function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

function monthBeside(month: string, by: -1 | 1): string {
  const within = by < 0 ? addDays(`${month}-01`, -1) : addDays(`${month}-28`, 4);
  return within.slice(0, MONTH_LENGTH);
}

interface SavedProps extends Pick<Report, 'days' | 'total'> {
  readonly desk: Desk;
}

/** Shows the sums of the month over the line of its days. */
function Saved({ desk, days, total }: SavedProps) {
  const figure = useMemo(() => savingFigure(days), [days]);
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const eur = (value: string | null, link: string) => {
    const text = formatNumber(value, 2);
    return value === null ? text : <a href={link}>{text}</a>;
  };
  return (
    <>
      <Figures
        facts={[
          [
            `${t.againstDayAhead} EUR`,
            eur(
              total.saved_against_day_ahead,
              linkTo(['deviation'], deskQuery(desk, { from, to })),
            ),
          ],
          [
            `${t.againstRule} EUR`,
            eur(total.saved_against_rule, purchasesLink(desk, { from, to })),
          ],
        ]}
      />
      <SmallPicture figure={figure} />
    </>
  );
}
