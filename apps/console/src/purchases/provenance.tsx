import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Evaluation, HistoryEntry } from './data.ts';
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
          { title: t.digest, cell: ({ digest }) => <code>{digest.slice(0, 12)}</code> },
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
        <dd>{settingsText(inputs.settings)}</dd>
        <dt>{t.software}</dt>
        <dd>{inputs.software}</dd>
      </dl>
    </>
  );
}

function settingsText(settings: Evaluation['inputs']['settings']): string {
  if (settings === null) return '–';
  const used = settings.models.filter(({ enabled }) => enabled).map(({ idmodel }) => idmodel);
  return fill(t.settingsVersion, { version: settings.version, models: used.join(', ') });
}

interface HistoryProps {
  readonly user: string;
  readonly id: string;
}

/** Status changes and decisions, as they happened. */
export function History({ user, id }: HistoryProps) {
  const history = useHistory(user, id);
  return (
    <Loaded query={history}>
      {(entries) => (
        <Table
          caption={t.history}
          rows={entries}
          columns={[
            { title: common.time, cell: ({ at }) => formatTime(at) },
            { title: common.status, cell: entryText },
          ]}
        />
      )}
    </Loaded>
  );
}

function entryText(entry: HistoryEntry): string {
  if (entry.type === 'status') return `${t[entry.status]} (${entry.source})`;
  const { idmodel, note, decided_by: by } = entry;
  const what = idmodel === null ? t.takenBack : fill(t.decided, { model: modelName(idmodel) });
  return [what, by, note].filter(Boolean).join(' · ');
}
