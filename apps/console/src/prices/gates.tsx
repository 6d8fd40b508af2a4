import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../api/client.ts';
import { formatCountdown, formatMoment } from '../i18n/format.ts';
import { Table } from '../table/table.tsx';
import { SECOND_MS } from '../time/zone.ts';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type Gate, useGates } from './data.ts';
import { gatesFromToday, isOpen } from './gate-time.ts';
import { SessionName } from './session-name.tsx';
import { t } from './texts.ts';

/** Returns the time, every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the gates of today and tomorrow with the remaining time. */
export function Gates() {
  const gates = useGates();
  return (
    <Loaded query={gates}>
      {(data) => (
        <>
          <GateTable gates={data} />
          <p>
            <a href={`${BASE}/api/v0/markets/gates.ics`}>{t.calendarFile}</a>
          </p>
        </>
      )}
    </Loaded>
  );
}

function GateTable({ gates }: { readonly gates: readonly Gate[] }) {
  const now = useNow();
  const displayed = gatesFromToday(gates, now);
  const next = displayed.find((gate) => isOpen(gate, now));
  return (
    <Table
      caption={t.gates}
      rows={displayed}
      rowClass={(gate) => (gate === next ? 'chosen' : '')}
      columns={[
        { title: t.session, cell: ({ session }) => <SessionName session={session} /> },
        {
          title: t.left,
          isNumber: true,
          // What is left is past when a file is opened.
          file: [{ title: common.status, cell: (gate) => stateOf(gate, now) }],
          cell: (gate) =>
            isOpen(gate, now) ? (
              formatCountdown(Date.parse(gate.closes_at) - now)
            ) : (
              <span class="muted">{stateOf(gate, now)}</span>
            ),
        },
        { title: t.closes, time: (gate) => gate.closes_at, form: formatMoment },
        { title: t.day, day: ({ day }) => day },
      ]}
    />
  );
}

function stateOf(gate: Gate, now: number): string {
  if (gate.status === 'cancelled') return t.cancelled;
  return isOpen(gate, now) ? t.open : t.closed;
}
