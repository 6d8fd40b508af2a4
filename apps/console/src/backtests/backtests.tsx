import { useEffect, useMemo, useState } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import type { Desk } from '../desk/desk.tsx';
import { Said } from '../errors/said.tsx';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { words } from '../purchase-form/form-texts.ts';
import { SeriesSummary, useSeriesCheck } from '../purchase-form/series-check.tsx';
import type { Item } from '../purchases/data.ts';
import { useDraft } from '../state/draft.ts';
import { replaceQuery, useParameter } from '../state/router.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import { t } from '../strategies/texts.ts';
import { Table } from '../table/table.tsx';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Choice, Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notifyError } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { isNotFound } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { SheetText } from '../uploads/sheet-input.tsx';
import type { Backtest, BacktestRequest, BacktestResult } from './data.ts';
import { readBacktest, startBacktest } from './data.ts';
import { daysOf, savingsFigure } from './figures.ts';

const POLL_MS = 1_000;

/** Starts a backtest, follows it, and shows its result. */
export function Backtests({ desk }: { readonly desk: Desk }) {
  // The id is in the address, so that a user who comes back to the page finds the backtest.
  const id = useParameter('backtest');
  const backtest = useFollowed(desk, id);
  const start = (request: BacktestRequest) =>
    attempt(async () => replaceQuery({ backtest: await startBacktest(desk, request) }));
  return (
    <Card title={t.backtest}>
      <p class="hint">{t.backtestHint}</p>
      <BacktestForm onStart={start} />
      <div role="status">
        {backtest && (
          <p>
            {t[backtest.status]}{' '}
            {backtest.status === 'running' && (
              <progress value={backtest.progress ?? 0} max={1} aria-label={t.backtest} />
            )}
            {backtest.error && (
              <span class="bad">
                <Said text={backtest.error} />
              </span>
            )}
          </p>
        )}
      </div>
      {backtest?.result && <Result result={backtest.result} />}
    </Card>
  );
}

interface BacktestFormProps {
  readonly onStart: (request: BacktestRequest) => Promise<unknown>;
}

/** Days that were entered; another series brings its own. */
interface Entered {
  readonly series: readonly Item[] | undefined;
  readonly from: string;
  readonly to: string;
}

/** Asks for the days and the volumes to buy: 1 MW throughout, or a pasted series. */
function BacktestForm({ onStart }: BacktestFormProps) {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const [entered, setEntered] = useState<Entered>();
  const [volumes, setVolumes] = useState('flat');
  const [text, setText, discard] = useDraft('backtest', () => '');
  const check = useSeriesCheck(text, undefined);
  const series = check.reading?.series;
  const isOwn = volumes === 'own';
  const isValid = !isOwn || check.isValid;
  const lastWeek = { from: addDays(yesterday, -6), to: yesterday };
  const ofSeries = (series && daysOf(series)) ?? lastWeek;
  const { from, to } = entered && entered.series === series ? entered : ofSeries;
  const start = () => {
    discard();
    return onStart({ from, to, ...(isOwn && series && { series }) });
  };
  return (
    <>
      <p>
        {t.volumes}{' '}
        <Choice
          label={t.volumes}
          value={volumes}
          onChange={setVolumes}
          options={[
            ['flat', t.flatVolumes],
            ['own', t.ownVolumes],
          ]}
        />
      </p>
      {isOwn && (
        <>
          <p class="hint">{words.pasteHint}</p>
          <SheetText label={words.series} value={text} onInput={setText} />
          <SeriesSummary check={check} />
        </>
      )}
      <form class="desk" onSubmit={onSubmit(start)}>
        <Field
          label={common.from}
          type="date"
          required
          value={from}
          onInput={(first) => setEntered({ series, from: first, to })}
        />
        <Field
          label={common.to}
          type="date"
          required
          value={to}
          onInput={(last) => setEntered({ series, from, to: last })}
        />
        <button type="submit" disabled={!isValid}>
          {t.start}
        </button>
      </form>
    </>
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
      // The backtest is another user's, or old; otherwise the service may respond again.
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
  }, [id, desk.user]);
  return backtest;
}

type Totals = BacktestResult['models'][number]['totals'];

/** Says by how much a model was ahead of the rule, and what follows from that. */
function leadText(totals: Totals): string {
  const against = totals?.against_rule;
  if (!against) return '–';
  const { lead_eur: lead, lead_interval_eur: interval, verdict } = against;
  const bounds = interval?.map((each) => formatNumber(each, 0)).join(' … ');
  const figures = bounds ? `${formatNumber(lead, 0)} (${bounds})` : formatNumber(lead, 0);
  return verdict ? `${figures}: ${verdictText(totals)}` : figures;
}

function verdictText(totals: Totals): string {
  const verdict = totals?.against_rule?.verdict;
  return verdict ? fill(t[verdict], { days: totals.days }) : '–';
}

type Bounds = readonly (number | string)[] | null | undefined;

/** Returns the columns of a file for the bounds of an interval in EUR. */
function boundColumns(title: string, boundsOf: (totals: Totals) => Bounds) {
  return [common.from, common.to].map((bound, index) => ({
    title: `${title}, ${bound.toLowerCase()}`,
    number: ({ totals }: { readonly totals: Totals }) => boundsOf(totals)?.[index],
  }));
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
      <p>{fill(result.flat ? t.ofFlat : t.ofOwn, { from: result.from, to: result.to })}</p>
      <Chart figure={figure} fileName="backtest.csv" />
      <Table
        caption={t.result}
        rows={rows}
        columns={[
          { title: t.rule, cell: ({ name }) => name },
          { title: t.days, number: ({ totals }) => totals?.days },
          {
            title: result.flat ? t.flatEuros : 'EUR',
            number: ({ totals }) => totals?.cost_eur,
            decimals: 2,
          },
          { title: 'EUR/MWh', number: ({ totals }) => totals?.cost_eur_per_mwh, decimals: 2 },
          { title: t.savedEur, number: ({ totals }) => totals?.saving_eur, decimals: 2 },
          {
            title: '%',
            number: ({ totals }) => totals?.saving_percent,
            decimals: 1,
            isPercent: true,
          },
          {
            title: t.interval,
            isNumber: true,
            file: boundColumns(`${t.interval}, EUR`, (totals) => totals?.saving_interval_eur),
            cell: ({ totals }) =>
              totals?.saving_interval_eur?.map((each) => formatNumber(each, 0)).join(' … ') ?? '–',
          },
          {
            title: t.ruleCost,
            number: ({ totals }) => totals?.against_rule?.rule_cost_eur,
            decimals: 2,
          },
          {
            title: t.lead,
            cell: ({ totals }) => leadText(totals),
            file: [
              { title: t.lead, number: ({ totals }) => totals?.against_rule?.lead_eur },
              ...boundColumns(
                `${t.lead}, ${t.interval.toLowerCase()}`,
                (totals) => totals?.against_rule?.lead_interval_eur,
              ),
              { title: t.verdict, cell: ({ totals }) => verdictText(totals) },
            ],
          },
          {
            title: t.ofForesight,
            number: ({ totals }) => totals?.foresight_percent,
            isPercent: true,
            decimals: 0,
          },
        ]}
      />
    </>
  );
}
