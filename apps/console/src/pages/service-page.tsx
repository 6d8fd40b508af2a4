import { forbiddenText } from '../errors/error-text.ts';
import { Said } from '../errors/said.tsx';
import { formatDay, formatRelative, formatShort, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { pricesForbidden } from '../prices/forbidden.ts';
import { SessionName } from '../prices/session-name.tsx';
import { marketName } from '../prices/sessions.ts';
import { type Market, type Service, useMarkets, useService } from '../service/data.ts';
import { Failures } from '../service/failures.tsx';
import { sentences } from '../service/sentences.ts';
import { sourceName } from '../service/source-name.ts';
import { t } from '../service/texts.ts';
import { Table } from '../table/table.tsx';
import { HOUR_MS, SECOND_MS } from '../time/zone.ts';
import { Card, Facts, PageFrame } from '../ui/page.tsx';
import { isForbidden, Loaded, Notice } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';

/** Returns the page's name of a part of the service; its code if it has none. */
function nameOf(code: string): string {
  return Object.hasOwn(t, code) ? t[code as keyof typeof t] : code;
}

/** The most important figures of the service. */
export function Page() {
  const service = useService();
  return (
    <PageFrame title={t.title}>
      <Loaded query={service} forbidden={forbiddenText(t.permission)}>
        {(state) => <State state={state} />}
      </Loaded>
      <Card title={t.markets}>
        <Markets state={service.data} />
      </Card>
    </PageFrame>
  );
}

function State({ state }: { readonly state: Service }) {
  const isReady = state.status === 'ready';
  return (
    <div class="flow">
      <Card
        title={t.state}
        actions={
          <span class={`badge ${isReady ? 'good' : 'bad'}`}>{isReady ? t.ready : t.notReady}</span>
        }
      >
        <Table
          caption={t.state}
          rows={Object.entries(state.checks)}
          columns={[
            { title: t.part, cell: ([part]) => nameOf(part) },
            {
              title: common.status,
              isText: true,
              cell: ([, { ok, reason }]) =>
                ok ? (
                  <span class="good">{t.works}</span>
                ) : (
                  <span class="bad">
                    <Said text={reason ?? ''} sentences={sentences} />
                  </span>
                ),
            },
          ]}
        />
      </Card>
      <Card title={t.queue}>
        <Table
          caption={t.queue}
          rows={['pending', 'in_progress'] as const}
          columns={[
            { title: common.status, cell: (status) => t[status] },
            { title: t.count, number: (status) => state.queue[status].count },
            {
              title: t.oldest,
              time: (status) => state.queue[status].oldest_submitted_at,
              form: formatRelative,
            },
          ]}
        />
        <p class="hint">{t.queueHint}</p>
      </Card>
      <Card title={t.failures}>
        <Failures failures={state.failures} />
      </Card>
      <Card title={t.backup}>
        <Backup backup={state.backup} />
      </Card>
      <Card title={t.versions}>
        <Facts
          facts={[
            ['Solano', state.version],
            ['Node.js', state.node],
            [t.engine, t[state.engine]],
          ]}
        />
      </Card>
    </div>
  );
}

/** Shows the newest backup, the age of the archived log, and the result of its check. */
function Backup({ backup }: { readonly backup: Service['backup'] }) {
  if (backup === null) return <p>{t.noBackups}</p>;
  const { newest, archived_until: until, verification, failure } = backup;
  const problems = [...(verification?.problems ?? []), ...(verification?.missing ?? [])];
  return (
    <>
      {failure !== null && (
        <Notice>
          <Said text={failure} />
        </Notice>
      )}
      <Facts
        facts={[
          [t.newest, newest ? `${formatTime(newest.finished_at)} (${newest.id})` : '–'],
          [t.archived, formatTime(until)],
          [t.encrypted, newest ? (newest.encrypted ? common.yes : common.no) : '–'],
          [
            t.verified,
            <>
              {formatTime(verification?.at)}{' '}
              {verification && !verification.ok && (
                <span class="bad">
                  <Said text={problems.join(' ')} />
                </span>
              )}
            </>,
          ],
        ]}
      />
    </>
  );
}

/** Shows the state of the markets' data; a key without prices sees the part in the service's state. */
function Markets({ state }: { readonly state: Service | undefined }) {
  const markets = useMarkets();
  if (isForbidden(markets.error) && state) return <Freshness markets={state.markets} />;
  return (
    <Loaded query={markets} forbidden={pricesForbidden()}>
      {(rows) => (
        <Table
          caption={t.markets}
          rows={rows}
          columns={[
            { title: t.market, cell: ({ session }) => <SessionName session={session} /> },
            { title: t.realised, day: ({ newest_realised_day: day }) => day },
            {
              title: t.source,
              cell: ({ source, revision }) =>
                source === null ? '–' : `${nameOf(sourceName(source))} ${revision ?? ''}`,
            },
            { title: t.expected, time: ({ expected_at }) => expected_at },
            {
              title: t.late,
              isNumber: true,
              cell: (market) => <Late market={market} />,
              file: lateHours(),
            },
            daysColumn(t.missing, ({ missing_days }) => missing_days),
            daysColumn(t.cancelled, ({ cancelled_days }) => cancelled_days),
            daysColumn(t.held, ({ held_days }) => held_days),
            {
              title: t.prediction,
              time: ({ newest_prediction_at }) => newest_prediction_at,
            },
          ]}
        />
      )}
    </Loaded>
  );
}

/** Returns a column of lists of days. */
function daysColumn(title: string, daysOf: (market: Market) => readonly string[]) {
  return {
    title,
    isText: true,
    cell: (market: Market) =>
      daysOf(market)
        .map((day) => formatDay(`${day}T12:00Z`, 'UTC'))
        .join(', ') || '–',
    file: [{ title, cell: (market: Market) => daysOf(market).join(' ') || '–' }],
  };
}

function Freshness({ markets }: Pick<Service, 'markets'>) {
  return (
    <Table
      caption={t.markets}
      rows={markets}
      columns={[
        { title: t.market, cell: ({ market }) => marketName(market) },
        {
          title: t.realised,
          day: ({ newest_realised_day: day }) => day,
        },
        {
          title: t.late,
          isNumber: true,
          cell: (market) => <Late market={market} />,
          file: lateHours(),
        },
        {
          title: t.prediction,
          time: ({ newest_prediction_known_until: until }) => until,
        },
      ]}
    />
  );
}

interface LateProps {
  readonly market: Pick<Market, 'late_by_seconds'>;
}

function Late({ market: { late_by_seconds: late } }: LateProps) {
  if (late === 0) return <>–</>;
  return <span class="bad">{fill(t.hours, { hours: formatShort(hoursOf(late), 1) })}</span>;
}

function lateHours() {
  const number = ({ late_by_seconds: late }: LateProps['market']) => hoursOf(late);
  return [{ title: `${t.late} (h)`, number }];
}

function hoursOf(seconds: number): number {
  return (seconds * SECOND_MS) / HOUR_MS;
}
