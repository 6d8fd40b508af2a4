import { formatNumber, formatTime } from '../i18n/format.ts';
import { isNotFound, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Evaluation } from './data.ts';
import { useHistory } from './data.ts';
import { t } from './texts.ts';

/** Which predictions, settings and software the figures were made with, and until when to act. */
export function Provenance({ evaluation }: { readonly evaluation: Evaluation }) {
  const { inputs, place_by: placeBy, cancelled } = evaluation;
  return (
    <>
      <Table
        caption={t.provenance}
        rows={inputs.markets}
        columns={[
          { title: t.market, cell: ({ market }) => market },
          { title: t.generated, cell: ({ generated_at }) => formatTime(generated_at) },
          { title: t.origin, cell: ({ origin }) => origin },
          { title: t.digest, cell: ({ digest }) => <code>{digest?.slice(0, 12)}</code> },
        ]}
      />
      <dl class="facts">
        <dt>{t.placeBy}</dt>
        <dd>
          {Object.entries(placeBy)
            .map(([session, at]) => `${session} ${formatTime(at)}`)
            .join(' · ') || '–'}
        </dd>
        <dt>{t.cancelled}</dt>
        <dd>{cancelled.join(', ') || '–'}</dd>
        <dt>{t.historyDays}</dt>
        <dd>{formatNumber(inputs.history_days)}</dd>
        <dt>{t.settings}</dt>
        <dd>{textOf(inputs.settings)}</dd>
        <dt>{t.software}</dt>
        <dd>{textOf(inputs.software)}</dd>
      </dl>
    </>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface HistoryProps {
  readonly user: string;
  readonly id: string;
}

/** Status changes and decisions, as they happened. */
export function History({ user, id }: HistoryProps) {
  const history = useHistory(user, id);
  if (isNotFound(history.error)) return null;
  return (
    <Loaded query={history}>
      {(entries) => (
        <Table
          caption={t.history}
          rows={entries}
          columns={[
            { title: common.time, cell: ({ at }) => formatTime(at) },
            {
              title: common.status,
              cell: ({ at: _at, ...entry }) =>
                Object.values(entry).filter(Boolean).map(textOf).join(' · '),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
