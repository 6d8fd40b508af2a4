import { request } from '../api/pending.ts';
import { useQuery } from '../api/query.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card } from '../ui/page.tsx';
import { isNotFound, Loaded } from '../ui/states.tsx';
import { t } from './texts.ts';

const DAYS = 30;

type SummaryBody = Readonly<Record<string, unknown>>;

/** Energy, cost and saving of the last 30 days. */
function useSummary(user: string, retailer: string) {
  const today = dayOf(Date.now(), MADRID);
  const query = new URLSearchParams({
    from: addDays(today, -DAYS),
    to: today,
    ...(retailer && { retailer_id: retailer }),
  });
  const path = `user/${encodeURIComponent(user)}/purchases/summary?${query.toString()}`;
  return useQuery(user === '' ? undefined : `purchases-summary ${path}`, () =>
    request<SummaryBody>('GET', path),
  );
}

interface SummaryProps {
  readonly title?: string;
  readonly user: string;
  readonly retailer: string;
}

export function Summary({ title = t.totals, user, retailer }: SummaryProps) {
  const summary = useSummary(user, retailer);
  if (isNotFound(summary.error)) return null;
  return (
    <Card title={title}>
      <Loaded query={summary}>{(data) => <pre>{JSON.stringify(data, null, 1)}</pre>}</Loaded>
    </Card>
  );
}
