import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../api/client.ts';
import { formatCountdown, formatDay, formatMoment } from '../i18n/format.ts';
import { dayOf, MADRID, SECOND_MS, startOfDay } from '../time/zone.ts';
import { Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { type Gate, useGates } from './data.ts';
import { t } from './texts.ts';

/** The time, every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The gates of today and tomorrow with the time that is left. */
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
  const isOpen = ({ status, closes_at }: Gate) => status === 'open' && Date.parse(closes_at) > now;
  const today = startOfDay(dayOf(now, MADRID), MADRID);
  // The list is by delivery day: what closed yesterday is of no use any more.
  const displayed = gates
    .filter(({ closes_at }) => Date.parse(closes_at) >= today)
    .sort((one, other) => Date.parse(one.closes_at) - Date.parse(other.closes_at));
  const next = displayed.find(isOpen);
  return (
    <Table
      caption={t.gates}
      rows={displayed}
      rowClass={(gate) => (gate === next ? 'chosen' : '')}
      columns={[
        { title: t.session, cell: ({ session }) => session },
        {
          title: t.left,
          isNumber: true,
          cell: (gate) =>
            isOpen(gate) ? (
              formatCountdown(Date.parse(gate.closes_at) - now)
            ) : (
              <span class="muted">{gate.status === 'cancelled' ? t.cancelled : t.closed}</span>
            ),
        },
        { title: t.closes, cell: ({ closes_at }) => formatMoment(closes_at) },
        { title: t.day, cell: ({ day }) => formatDay(`${day}T12:00Z`, 'UTC') },
      ]}
    />
  );
}
