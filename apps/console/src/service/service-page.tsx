import { api, dataOf } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { formatDay, formatTime } from '../i18n/format.ts';
import { texts } from '../i18n/language.ts';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, isNotFound, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useMarkets } from './data.ts';

const t = texts({
  title: ['Service', 'Servicio', 'Serviço'],
  permission: ['scope operator', 'ámbito operator', 'âmbito operator'],
  state: ['State', 'Estado', 'Estado'],
  markets: ['Markets', 'Mercados', 'Mercados'],
  market: ['Market', 'Mercado', 'Mercado'],
  realised: ['Realised until', 'Realizado hasta', 'Realizado até'],
  source: ['Source', 'Fuente', 'Fonte'],
  expected: ['Next expected', 'Próximo esperado', 'Próximo esperado'],
  late: ['Late by (min)', 'Retraso (min)', 'Atraso (min)'],
  missing: ['Missing days', 'Días que faltan', 'Dias em falta'],
  cancelled: ['Cancelled', 'Cancelados', 'Cancelados'],
  held: ['Held', 'Retenidos', 'Retidos'],
  prediction: ['Prediction made', 'Predicción generada', 'Previsão gerada'],
  none: ['Nothing is known yet.', 'Aún no se sabe nada.', 'Ainda nada se sabe.'],
});

const REFRESH_MS = 10_000;

export function Page() {
  const service = useQuery('service', () => dataOf(api.GET('/api/v0/service')), REFRESH_MS);
  return (
    <PageFrame title={t.title}>
      <div class="cards">
        <Card title={t.state}>
          <Loaded query={service} permission={t.permission}>
            {(facts) => <FactList facts={facts} />}
          </Loaded>
        </Card>
        <Card title={t.markets} wide>
          <Markets />
        </Card>
      </div>
    </PageFrame>
  );
}

type Facts = Readonly<Record<string, unknown>>;

/** Facts by their names, those within facts below them. */
function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <>
          <dt key={name}>{name.replaceAll('_', ' ')}</dt>
          <dd>
            {typeof value === 'object' && value !== null && !Array.isArray(value) ? (
              <FactList facts={value as Facts} />
            ) : (
              textOf(value)
            )}
          </dd>
        </>
      ))}
    </dl>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string')
    return /^\d{4}-\d{2}-\d{2}T/.test(value) ? formatTime(value) : value;
  return JSON.stringify(value);
}

const SECONDS_OF_A_MINUTE = 60;

function Markets() {
  const markets = useMarkets();
  if (isNotFound(markets.error)) return <Empty>{t.none}</Empty>;
  const days = (list: readonly string[]) =>
    list.map((day) => formatDay(`${day}T12:00Z`, 'UTC')).join(', ') || '–';
  return (
    <Loaded query={markets}>
      {(rows) => (
        <Table
          caption={t.markets}
          rows={rows}
          columns={[
            { title: t.market, cell: ({ session }) => session },
            { title: t.realised, cell: ({ newest_realised_day: day }) => days(day ? [day] : []) },
            {
              title: t.source,
              cell: ({ source, revision }) =>
                source === null ? '–' : `${source} ${revision ?? ''}`,
            },
            { title: t.expected, cell: ({ expected_at }) => formatTime(expected_at) },
            {
              title: t.late,
              isNumber: true,
              cell: ({ late_by_seconds: late }) => Math.round(late / SECONDS_OF_A_MINUTE),
            },
            { title: t.missing, cell: ({ missing_days }) => days(missing_days) },
            { title: t.cancelled, cell: ({ cancelled_days }) => days(cancelled_days) },
            { title: t.held, cell: ({ held_days }) => days(held_days) },
            {
              title: t.prediction,
              cell: ({ newest_prediction_at }) => formatTime(newest_prediction_at),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
