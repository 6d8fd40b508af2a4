import { useState } from 'preact/hooks';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { forbiddenText } from '../errors/error-text.ts';
import { useKeys } from '../keys/data.ts';
import { permitted } from '../session/permitted.ts';
import { saveCsv } from '../table/save-csv.ts';
import { More, Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { t as actions } from './actions.ts';
import { actorName } from './actor.ts';
import { t } from './texts.ts';

type Entry = Schemas['AuditEntry'];
type AuditPage = Schemas['AuditPage'];

const PAGE_SIZE = 100;
const MAX_EXPORTED_PAGES = 100;

/** Lists changes with their authors, newest first, with an export of all. */
export function AuditTrail() {
  const [pages, setPages] = useState(1);
  const audit = useQuery(`audit ${pages}`, () => permitted('audit', () => loadPages(pages)));
  return (
    <Card
      title={t.title}
      actions={<Button onClick={() => void exportAll().catch(notifyError)}>{t.export}</Button>}
    >
      <Loaded query={audit} forbidden={forbiddenText(t.permission)}>
        {({ entries, next_cursor }) =>
          entries.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <>
              <AuditTable entries={entries} />
              <More cursor={next_cursor} label={t.more} onMore={() => setPages(pages + 1)} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  // A key without the scope to see keys shows their ids.
  const { data: keys = [] } = useKeys();
  const labels = new Map(keys.map(({ id, label }) => [id, label]));
  return (
    <Table
      caption={t.title}
      rows={entries}
      hasOwnFile
      pageSize={25}
      columns={[
        { title: common.time, time: ({ at }) => at },
        { title: t.who, cell: ({ actor }) => actorName(actor, labels) },
        {
          title: t.what,
          cell: ({ action }) => <span title={action}>{actions[action] ?? action}</span>,
        },
        { title: t.target, cell: ({ subject }) => labels.get(subject) || subject },
        { title: t.from, cell: ({ origin }) => origin },
      ]}
    />
  );
}

async function loadPages(count: number): Promise<AuditPage> {
  let all: AuditPage = { entries: [], next_cursor: null };
  for (let page = 0; page === 0 || (page < count && all.next_cursor !== null); page += 1) {
    const query = {
      limit: PAGE_SIZE,
      ...(all.next_cursor !== null && { cursor: all.next_cursor }),
    };
    const next = await dataOf(api.GET('/api/v0/audit', { params: { query } }));
    all = { entries: [...all.entries, ...next.entries], next_cursor: next.next_cursor };
  }
  return all;
}

async function exportAll(): Promise<void> {
  const { entries, next_cursor } = await loadPages(MAX_EXPORTED_PAGES);
  const names = ['actor', 'action', 'subject', 'origin', 'request_id'] as const;
  const rows = entries.map((entry) => [secondText(entry.at), ...names.map((name) => entry[name])]);
  saveCsv('audit.csv', [['at_utc', ...names], ...rows], next_cursor !== null);
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, which spreadsheets take for a time. */
function secondText(at: string): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
