import { useQuery } from '../api/query.ts';
import { Said } from '../errors/said.tsx';
import { permitted } from '../session/permitted.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { Card } from '../ui/page.tsx';
import { isForbidden, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type Delivery, listDeliveries, listWebhooks, type Webhook } from './data.ts';
import { sentences } from './sentences.ts';
import { t } from './texts.ts';

interface Failed {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

/** Lists deliveries that have finally failed; nothing if the key may not see webhooks. */
export function FailedDeliveries() {
  const failed = useQuery('webhooks-failed', () => permitted('webhooks', loadFailed));
  if (isForbidden(failed.error)) return null;
  return (
    <Card title={t.failedTitle}>
      <Loaded query={failed}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.noneFailed}</p>
          ) : (
            <Table
              caption={t.failedTitle}
              rows={rows}
              pageSize={10}
              columns={[
                { title: common.time, time: ({ delivery }) => delivery.created_at },
                {
                  title: t.url,
                  cell: ({ webhook }) => <a href={linkTo(['keys'])}>{webhook.url}</a>,
                },
                {
                  title: t.response,
                  isText: true,
                  cell: ({ delivery }) => <Said text={delivery.error} sentences={sentences} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

async function loadFailed(): Promise<Failed[]> {
  const webhooks = await listWebhooks();
  const lists = await Promise.all(
    webhooks.map(async (webhook) => {
      const deliveries = await listDeliveries(webhook.id);
      return deliveries
        .filter(({ status }) => status === 'failed')
        .map((delivery) => ({ webhook, delivery }));
    }),
  );
  return lists.flat();
}
