import { type Desk, deskQuery } from '../desk/desk.tsx';
import { NextStep } from '../desk/next-step.tsx';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { purchasesLink } from '../purchases/purchases-link.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { Figures } from '../ui/page.tsx';
import { common } from '../ui/texts.ts';
import { CAUSES, type Causes, type Deviation, type Missing } from './data.ts';
import { t } from './texts.ts';

interface TotalProps {
  readonly desk: Desk;
  readonly days: Days;
  readonly deviation: Deviation;
}

/** Shows the sums of some days, each a link to its inputs. */
export function Total({ desk, days, deviation }: TotalProps) {
  const { total, periods, missing, sessions } = deviation;
  if (periods === 0)
    return (
      <p class="warn">
        {missing.length > 0 ? t.nothing : t.none} <NextStep page="purchases" /> ·{' '}
        <NextStep page="consumption" />
      </p>
    );
  const isExecuted = sessions.some((each) => each.rests_on !== 'decision');
  const own = linkTo(['deviation'], deskQuery(desk, days));
  const mwh = (value: string, link = own) => <a href={link}>{formatNumber(value, 3)}</a>;
  const eur = (value: string, isBad = false) => (
    <a href={own} class={isBad ? 'bad' : ''}>
      {formatNumber(value, 2)}
    </a>
  );
  return (
    <>
      {missing.length > 0 && (
        <p class="warn">{fill(t.partly, { periods: formatNumber(periods) })}</p>
      )}
      <Figures
        facts={[
          [t.bought, mwh(total.bought_mwh, isExecuted ? own : purchasesLink(desk, days))],
          [t.measured, mwh(total.measured_mwh, linkTo(['consumption'], deskQuery(desk, days)))],
          [t.short, mwh(total.short_mwh)],
          [t.long, mwh(total.long_mwh)],
          [t.cost, eur(total.deviation_cost)],
          [t.over, eur(total.cost_over_day_ahead, Number(total.cost_over_day_ahead) > 0)],
        ]}
      />
    </>
  );
}

interface CausesProps {
  readonly desk: Desk;
  readonly days: Days;
  readonly causes: Causes;
}

/** Shows what the cost over day-ahead is due to, each part a link to its hours; the parts add up. */
export function CausesTable({ desk, days, causes }: CausesProps) {
  const link = linkTo(['deviation'], { ...deskQuery(desk, days), by: 'hour_of_day' });
  return (
    <Table
      caption={t.causes}
      rows={CAUSES}
      columns={[
        { title: t.cause, cell: (cause) => t[cause] },
        { title: 'EUR', number: (cause) => causes[cause], decimals: 2, href: () => link },
      ]}
    />
  );
}

/** The page on which missing data is seen, or given. */
const PAGES: Readonly<Record<Missing['what'], string>> = {
  measurement: 'consumption',
  decision: 'purchases',
  price: 'prices',
  market_price: 'prices',
};

/** Lists the times that could not be compared, and why. */
export function MissingTable({ missing }: { readonly missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <Table
      caption={t.missing}
      rows={missing}
      pageSize={5}
      columns={[
        {
          title: t.what,
          isText: true,
          cell: ({ what }) => <a href={linkTo([PAGES[what]])}>{t[what]}</a>,
        },
        { title: common.from, time: ({ from }) => from, form: formatMoment },
        { title: common.to, time: ({ to }) => to, form: formatMoment },
      ]}
    />
  );
}

interface UncountedProps {
  readonly user: string;
  readonly deviation: Deviation;
}

/** Names purchases and shares that were not bought. */
export function Uncounted({ user, deviation: { undecided, not_bought: shares } }: UncountedProps) {
  return (
    <>
      {undecided.length > 0 && (
        <p class="warn">
          {t.undecided}
          {undecided.map((id) => (
            <span key={id}>
              {' '}
              <a href={linkTo(['purchases', user, id])}>{id.slice(0, 8)}</a>
            </span>
          ))}
        </p>
      )}
      {shares.length > 0 && (
        <p class="warn">
          {fill(t.notBought, {
            shares: shares
              .map(({ session, mwh }) => `${session} ${formatNumber(mwh, 3)} MWh`)
              .join(', '),
          })}
        </p>
      )}
    </>
  );
}
