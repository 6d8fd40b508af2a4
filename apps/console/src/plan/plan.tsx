import { formatDay, formatNumber, formatShort, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { SessionName } from '../prices/session-name.tsx';
import { type Plan as PlanData, usePlan } from '../purchases/data.ts';
import { Executed } from '../purchases/executed.tsx';
import type { NumberColumn } from '../table/columns.ts';
import { Table } from '../table/table.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { t } from './texts.ts';

type Session = PlanData['sessions'][number];
type Next = NonNullable<PlanData['next']>;
type Period = Next['periods'][number];

/** Shows what each session bought of a purchase decided for model 7, and what is bid next. */
export function Plan({ user, id }: { readonly user: string; readonly id: string }) {
  return <Loaded query={usePlan(user, id)}>{(plan) => <Sessions plan={plan} />}</Loaded>;
}

function Sessions({ plan: { sessions, next, left_mwh: left } }: { readonly plan: PlanData }) {
  const isRevised = sessions.some((each) => each.revised_price !== null);
  return (
    <>
      <Table
        caption={t.plan}
        rows={sessions}
        columns={[
          { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
          { title: common.status, cell: statusOf },
          { title: t.bought, number: (each) => each.bought_mwh, decimals: 3 },
          { title: t.price, number: (each) => each.average_price, decimals: 2 },
          ...(isRevised
            ? [{ title: t.revised, number: (each: Session) => each.revised_price, decimals: 2 }]
            : []),
          { title: t.cost, number: (each) => each.cost, decimals: 2 },
        ]}
      />
      <p>
        {fill(t.left, { mwh: formatNumber(left, 3) })} {next && nextText(next)}
      </p>
      {next && next.periods.length > 0 && <NextBids next={next} />}
    </>
  );
}

function statusOf(session: Session) {
  return (
    <>
      {t[session.status]}
      <Executed worth={session} />
    </>
  );
}

function nextText({ session, day, closes_at: closesAt, periods }: Next): string {
  const text = fill(t.next, { session, day: formatDay(day), time: formatTime(closesAt) });
  return periods.length > 0 ? text : `${text} ${t.waiting}`;
}

function NextBids({ next }: { readonly next: Next }) {
  return (
    <Table
      caption={t.bids}
      rows={next.periods}
      pageSize={24}
      columns={[
        { title: t.periodEnd, cell: ({ datetime }) => datetime },
        { title: t.steps, cell: stepsText, file: stepColumns(next) },
      ]}
    />
  );
}

/** Returns the columns of a file for the steps: of a sale the MW are below zero, as its item is. */
function stepColumns({ periods }: Next): NumberColumn<Period>[] {
  const count = Math.max(...periods.map(({ steps }) => steps.length));
  return Array.from({ length: count }, (_, index) => [
    {
      title: `MW ${index + 1}`,
      number: ({ side, steps }: Period) => {
        const mw = steps[index]?.mw;
        return mw !== undefined && side === 'sell' ? -mw : mw;
      },
    },
    { title: `EUR/MWh ${index + 1}`, number: ({ steps }: Period) => steps[index]?.price },
  ]).flat();
}

function stepsText({ side, steps }: Period): string {
  const texts = steps.map(({ price, mw }) => {
    return `${formatShort(mw)}: ${price === null ? t.unlimited : formatNumber(price, 2)}`;
  });
  return `${side === 'sell' ? `${t.sells}: ` : ''}${texts.join(' · ')}`;
}
