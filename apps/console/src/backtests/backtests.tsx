import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Desk } from '../app/desk.tsx';
import { replaceQuery, useRoute } from '../app/router.ts';
import { Chart } from '../chart/lazy-chart.ts';
import { formatNumber, formatPercent } from '../i18n/format.ts';
import { modelName } from '../strategies/model-name.ts';
import { t } from '../strategies/texts.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notifyError } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { isNotFound } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Backtest, BacktestResult } from './data.ts';
import { readBacktest, ruleName, savingsFigure, startBacktest } from './data.ts';

const POLL_MS = 1_000;

/** Starts a backtest, follows it, and shows its result. */
export function Backtests({ desk }: { readonly desk: Desk }) {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const [from, setFrom] = useState(addDays(yesterday, -6));
  const [to, setTo] = useState(yesterday);
  // In the address, so that who comes back to the page finds it.
  const id = useRoute().query.get('backtest') ?? undefined;
  const backtest = useFollowed(desk, id);
  const start = () =>
    attempt(async () => replaceQuery({ backtest: await startBacktest(desk, from, to) }));
  return (
    <Card title={t.backtest}>
      <p class="hint">{t.backtestHint}</p>
      <form class="desk" onSubmit={onSubmit(start)}>
        <Field label={common.from} type="date" required value={from} onInput={setFrom} />
        <Field label={common.to} type="date" required value={to} onInput={setTo} />
        <button type="submit">{t.start}</button>
      </form>
      <div role="status">
        {backtest && (
          <p>
            {t[backtest.status]}{' '}
            {backtest.status === 'running' && (
              <progress value={backtest.progress ?? 0} max={1} aria-label={t.backtest} />
            )}
            {backtest.error && <span class="bad">{backtest.error}</span>}
          </p>
        )}
      </div>
      {backtest?.result && <Result result={backtest.result} />}
    </Card>
  );
}

/** Reads a backtest every second until it is settled. */
function useFollowed(desk: Desk, id: string | undefined): Backtest | undefined {
  const [backtest, setBacktest] = useState<Backtest>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const followOnce = async () => {
      const read = await readBacktest(desk, id);
      if (!isCurrent) return;
      setBacktest(read);
      if (read.status !== 'completed' && read.status !== 'failed')
        timer = setTimeout(follow, POLL_MS);
    };
    const onError = (error: unknown) => {
      if (!isCurrent) return;
      notifyError(error);
      // One of another user, or of long ago; else the service may respond again.
      if (isNotFound(error)) replaceQuery({ backtest: undefined });
      else timer = setTimeout(follow, POLL_MS);
    };
    const follow = () => void followOnce().catch(onError);
    setBacktest(undefined);
    follow();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return backtest;
}

function Result({ result }: { readonly result: BacktestResult }) {
  const figure = useMemo(() => savingsFigure(result), [result]);
  const rows = [
    ...result.models.map(({ idmodel, totals }) => ({ name: modelName(idmodel), totals })),
    ...result.benchmarks.map(({ name, totals }) => ({ name: ruleName(name), totals })),
    { name: t.foresight, totals: result.perfect_foresight },
  ];
  return (
    <>
      <Chart figure={figure} fileName="backtest.csv" />
      <Table
        caption={t.result}
        rows={rows}
        columns={[
          { title: t.rule, cell: ({ name }) => name },
          { title: t.days, number: ({ totals }) => totals?.days },
          { title: 'EUR', number: ({ totals }) => totals?.cost_eur, decimals: 2 },
          { title: 'EUR/MWh', number: ({ totals }) => totals?.cost_eur_per_mwh, decimals: 2 },
          { title: t.savedEur, number: ({ totals }) => totals?.saving_eur, decimals: 2 },
          {
            title: '%',
            isNumber: true,
            cell: ({ totals }) => formatPercent(totals?.saving_percent),
          },
          {
            title: t.interval,
            isNumber: true,
            cell: ({ totals }) =>
              totals?.saving_interval_eur?.map((each) => formatNumber(each, 0)).join(' … ') ?? '–',
          },
          {
            title: t.ofForesight,
            isNumber: true,
            cell: ({ totals }) => formatPercent(totals?.foresight_percent, 0),
          },
        ]}
      />
    </>
  );
}
