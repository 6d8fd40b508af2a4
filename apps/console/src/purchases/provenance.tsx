import { formatNumber, formatRelative, formatTime } from '../i18n/format.ts';
import { marketName } from '../prices/sessions.ts';
import { t as prices } from '../prices/texts.ts';
import { Table } from '../table/table.tsx';
import { Facts } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type Evaluation, type Status, useHistory } from './data.ts';
import { t as listed } from './list-texts.ts';
import { t } from './texts.ts';
import { entryText, forecastText, settingsText } from './words.ts';

interface ProvenanceProps {
  readonly evaluation: Evaluation;
}

/** Shows the deadlines: the open gates of the sessions that the outputs use. */
export function PlaceBy({ evaluation: { place_by: placeBy, cancelled } }: ProvenanceProps) {
  const gates = Object.entries(placeBy).sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <p>
      <b>{listed.placeBy}:</b>{' '}
      {gates.map(([session, at]) => (
        <span key={session} class="gate">
          {session} {formatTime(at)} ({formatRelative(at)})
        </span>
      ))}
      {gates.length === 0 && t.gatesClosed}
      {cancelled.length > 0 && (
        <span class="warn">
          {' '}
          {t.cancelled}: {cancelled.join(', ')}
        </span>
      )}
    </p>
  );
}

/** Shows the predictions, settings, forecast and software of the figures. */
export function Provenance({ evaluation: { inputs } }: ProvenanceProps) {
  return (
    <>
      {inputs.markets.length === 0 ? (
        <p>{t.noPrediction}</p>
      ) : (
        <Table
          caption={t.provenance}
          rows={inputs.markets}
          pageSize={8}
          columns={[
            { title: t.market, cell: ({ market }) => marketName(market) },
            { title: t.generated, time: ({ generated_at }) => generated_at },
            { title: t.origin, cell: ({ origin }) => prices[origin] },
            { title: t.digest, cell: ({ digest }) => <code>{digest.slice(0, 12)}</code> },
          ]}
        />
      )}
      <Facts
        facts={[
          [t.historyDays, formatNumber(inputs.history_days)],
          [t.settings, settingsText(inputs.settings)],
          [t.forecast, forecastText(inputs.forecast)],
          [t.software, inputs.software],
        ]}
      />
    </>
  );
}

interface HistoryProps {
  readonly user: string;
  readonly id: string;
  readonly status: Status;
}

/** Lists status changes and decisions in order of time. */
export function History({ user, id, status }: HistoryProps) {
  const history = useHistory(user, id, status);
  return (
    <Loaded query={history}>
      {(entries) => (
        <Table
          caption={t.history}
          rows={entries}
          columns={[
            { title: common.time, time: ({ at }) => at },
            { title: common.status, cell: entryText },
          ]}
        />
      )}
    </Loaded>
  );
}
