import { useMemo } from 'preact/hooks';
import { BASE } from '../api/client.ts';
import type { Query } from '../api/query.ts';
import { Chart } from '../chart/lazy-chart.ts';
import type { Figure } from '../figure/figure.ts';
import { formatTime, percentOf } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import {
  type Evaluation,
  fileOf,
  useComparison,
  useEvaluation,
  usePrediction,
} from '../prices/data.ts';
import { DayComparison } from '../prices/day-comparison.tsx';
import { comparisonFigure, predictionFigure, spreadFigure } from '../prices/figures.ts';
import { pricesForbidden } from '../prices/forbidden.ts';
import { Gates } from '../prices/gates.tsx';
import type { Prediction } from '../prices/series.ts';
import { SessionName } from '../prices/session-name.tsx';
import { SESSIONS, type Session } from '../prices/sessions.ts';
import { t } from '../prices/texts.ts';
import { useChoice } from '../state/choice.ts';
import { Table } from '../table/table.tsx';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { FileLink } from '../ui/download.tsx';
import { Choice, Select } from '../ui/fields.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, Failure, isForbidden, isNotFound, Loaded, Loading } from '../ui/states.tsx';

const VIEWS = ['prices', 'spreads'] as const;

type PerSession<T> = Record<Session, Query<T>>;

export function Page() {
  const [session, setSession] = useChoice('session', SESSIONS, 'MD');
  const predictions = {
    MD: usePrediction('MD'),
    MID1: usePrediction('MID1'),
    MID2: usePrediction('MID2'),
    MID3: usePrediction('MID3'),
  };
  const isReady = SESSIONS.every((each) => !predictions[each].isLoading);
  // A missing permission is reported once, not by every card.
  const isAllowed = !SESSIONS.some((each) => isForbidden(predictions[each].error));
  return (
    <PageFrame
      title={t.title}
      actions={
        <Select label={t.session} value={session} onChange={setSession} options={SESSIONS} />
      }
    >
      <Card>
        <Predicted predictions={predictions} session={session} />
      </Card>
      {/** Slower data must not keep the first chart waiting. */}
      {isAllowed && <Card>{isReady ? <Compared session={session} /> : <Loading />}</Card>}
      {isAllowed && (
        <Card title={t.byTimeOfDay}>
          {isReady ? <DayComparison session={session} /> : <Loading />}
        </Card>
      )}
      <div class="cards">
        {isAllowed && (
          <Card wide title={t.errors}>
            {isReady ? <Errors /> : <Loading />}
          </Card>
        )}
        <Card title={t.gates}>
          <Gates />
        </Card>
        {isAllowed && (
          <Card title={t.downloads}>
            <Downloads />
          </Card>
        )}
      </div>
    </PageFrame>
  );
}

interface PredictedProps {
  readonly predictions: PerSession<Prediction>;
  readonly session: Session;
}

function Predicted({ predictions, session }: PredictedProps) {
  const queries = SESSIONS.map((each) => predictions[each]);
  const failed = queries.find(({ error }) => error !== undefined && !isNotFound(error));
  if (queries.some(({ isLoading }) => isLoading)) return <Loading />;
  if (failed && failed.data === undefined)
    return <Failure error={failed.error} forbidden={pricesForbidden()} onRetry={failed.reload} />;
  if (queries.every(({ data }) => data === undefined))
    return (
      <Empty>
        {t.noPredictions} <a href={`${BASE}/docs/`}>{t.deliver}</a>
      </Empty>
    );
  return <PredictedChart predictions={predictions} session={session} />;
}

function PredictedChart({ predictions, session }: PredictedProps) {
  const [view, setView] = useChoice('view', VIEWS, 'prices');
  const figure = useMemo(() => {
    const known = Object.fromEntries(
      SESSIONS.flatMap((each) => (predictions[each].data ? [[each, predictions[each].data]] : [])),
    );
    return view === 'prices' ? predictionFigure(known, session) : spreadFigure(known);
  }, [view, session, ...SESSIONS.map((each) => predictions[each].data)]);
  return (
    <>
      <Choice
        label={t.view}
        value={view}
        onChange={setView}
        options={[
          ['prices', t.prices],
          ['spreads', t.spreads],
        ]}
      />
      <Chart isInAddress figure={figure} fileName={`${view}.csv`} height={320} />
      <ul class="hint">
        {SESSIONS.map((each) => {
          const { data } = predictions[each];
          return (
            data && (
              <li key={each}>
                {fill(t.generated, {
                  session: each,
                  time: formatTime(data.generated_at),
                  origin: t[data.origin],
                })}
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

function Compared({ session }: { readonly session: Session }) {
  const comparison = useComparison(session);
  const figure = useMemo(
    () => comparison.data && comparisonFigure(comparison.data, session),
    [comparison.data, session],
  );
  return (
    <Loaded query={comparison} forbidden={pricesForbidden()}>
      {() =>
        figure && hasValues(figure, 0) ? (
          <>
            <Chart figure={figure} fileName={`realised-${session}.csv`} />
            {!hasValues(figure, 1) && <p class="hint">{t.noneBeforeGate}</p>}
          </>
        ) : (
          <Empty>
            {t.noRealised} <a href={`${BASE}/docs/`}>{t.deliver}</a>
          </Empty>
        )
      }
    </Loaded>
  );
}

/** Whether a line of a figure has any value. */
function hasValues({ series }: Figure, line: number): boolean {
  return series[line]?.values.some((value) => value !== null) ?? false;
}

function Errors() {
  const evaluations = SESSIONS.map((session) => ({ session, query: useEvaluation(session) }));
  const failed = evaluations.find(({ query }) => query.error !== undefined)?.query;
  if (failed && !isNotFound(failed.error))
    return <Failure error={failed.error} forbidden={pricesForbidden()} onRetry={failed.reload} />;
  if (evaluations.some(({ query }) => query.isLoading)) return <Loading />;
  if (evaluations.every(({ query: { data } }) => (data?.days ?? []).length === 0))
    return <Empty>{t.noErrors}</Empty>;
  const column = (title: string, pick: (evaluation: Evaluation) => number | null) => ({
    title,
    number: ({ query: { data } }: (typeof evaluations)[number]) => data && pick(data),
    decimals: 2,
  });
  return (
    <Table
      caption={t.errors}
      rows={evaluations}
      columns={[
        { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
        column(t.mae, ({ mae }) => mae),
        column(t.rmse, ({ rmse }) => rmse),
        column(t.bias, ({ bias }) => bias),
        column(t.rmae, (each) => each.rmae_persistence),
        column(t.weekly, (each) => each.rmae_weekly),
        {
          title: t.coverage,
          number: ({ query: { data } }) => percentOf(data?.coverage[80]),
          decimals: 1,
          isPercent: true,
        },
        { title: t.days, number: ({ query: { data } }) => data?.days.length },
      ]}
    />
  );
}

const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'XLSX'],
  ['parquet', 'Parquet'],
] as const;

function Downloads() {
  const today = dayOf(Date.now(), MADRID);
  const range = { from: addDays(today, -30), to: today };
  const links = (session: Session, what: string, query: Record<string, string>) =>
    FORMATS.map(([format, title]) => (
      <>
        <FileLink key={format} path={fileOf(session, what, { ...query, format })}>
          {title}
        </FileLink>{' '}
      </>
    ));
  return (
    <Table
      caption={t.downloads}
      rows={SESSIONS}
      hasOwnFile
      columns={[
        { title: t.session, cell: (session) => <SessionName session={session} /> },
        { title: t.predicted, cell: (session) => links(session, 'prediction', {}) },
        { title: `${t.realised} (30 d)`, cell: (session) => links(session, 'realised', range) },
      ]}
    />
  );
}
