import { useState } from 'preact/hooks';
import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Secret } from '../keys/secret.tsx';
import { t as keys } from '../keys/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/fields.tsx';
import { notify, notifyError } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Webhook } from './data.ts';
import {
  addWebhook,
  deleteWebhook,
  replay,
  rotateSecret,
  setEnabled,
  testWebhook,
  useDeliveries,
  useWebhooks,
} from './data.ts';
import { t } from './texts.ts';

/** The webhooks of the customer with what was sent to them. */
export function Webhooks() {
  const webhooks = useWebhooks();
  const [open, setOpen] = useState<'new' | Webhook>();
  const [secret, setSecret] = useState<string>();
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action();
    } catch (error) {
      notifyError(error);
    }
  };
  const add = (url: string) =>
    run(async () => {
      setSecret(await addWebhook(url));
      setOpen(undefined);
    });
  return (
    <Card
      title={t.title}
      actions={
        <button type="button" onClick={() => setOpen('new')}>
          {t.add}
        </button>
      }
    >
      {secret && <Secret text={keys.secretOnce} secret={secret} />}
      <Loaded query={webhooks} permission={t.permission}>
        {(data) =>
          data.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            <WebhookTable
              webhooks={data}
              onOpen={setOpen}
              onRun={(action) => void run(action)}
              onSecret={setSecret}
            />
          )
        }
      </Loaded>
      {open === 'new' && (
        <AddDialog onClose={() => setOpen(undefined)} onAdd={(url) => void add(url)} />
      )}
      {open !== undefined && open !== 'new' && (
        <Dialog title={`${t.deliveries}: ${open.url}`} onClose={() => setOpen(undefined)}>
          <Deliveries webhook={open} />
        </Dialog>
      )}
    </Card>
  );
}

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  readonly onOpen: (webhook: Webhook) => void;
  readonly onRun: (action: () => Promise<unknown>) => void;
  readonly onSecret: (secret: string) => void;
}

function WebhookTable({ webhooks, onOpen, onRun, onSecret }: WebhookTableProps) {
  const test = async ({ id }: Webhook) => {
    const { status, ms, error } = await testWebhook(id);
    notify({ text: fill(t.tested, { status: status ?? error, ms }) });
  };
  const rotate = async ({ id }: Webhook) => onSecret(await rotateSecret(id));
  const toggle = ({ id, disabled_at }: Webhook) => setEnabled(id, disabled_at !== null);
  const actions = [
    [t.test, test],
    [t.rotateSecret, rotate],
    [common.delete, ({ id }: Webhook) => deleteWebhook(id)],
  ] as const;
  return (
    <Table
      caption={t.title}
      rows={webhooks}
      pageSize={20}
      columns={[
        { title: t.url, cell: ({ url }) => <code>{url}</code> },
        { title: t.events, cell: ({ events }) => events.join(', ') },
        {
          title: common.status,
          cell: ({ disabled_at }) => (disabled_at === null ? t.enabled : t.disabled),
        },
        {
          title: common.change,
          cell: (webhook) => (
            <span class="actions">
              <button type="button" onClick={() => onOpen(webhook)}>
                {t.deliveries}
              </button>
              <button type="button" onClick={() => onRun(() => toggle(webhook))}>
                {webhook.disabled_at === null ? t.turnOff : t.turnOn}
              </button>
              {actions.map(([title, action]) => (
                <button type="button" key={title} onClick={() => onRun(() => action(webhook))}>
                  {title}
                </button>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

interface AddDialogProps {
  readonly onClose: () => void;
  readonly onAdd: (url: string) => void;
}

function AddDialog({ onClose, onAdd }: AddDialogProps) {
  const [url, setUrl] = useState('');
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(url);
        }}
      >
        <div class="fields">
          <Field label={t.url} type="url" required value={url} onInput={setUrl} />
        </div>
        <button type="submit" class="primary">
          {common.create}
        </button>
      </form>
    </Dialog>
  );
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = useDeliveries(webhook.id);
  const sendAgain = async (id: string) => {
    try {
      const { status, error } = await replay(webhook.id, id);
      notify({ text: fill(t.replayed, { status: status ?? error }) });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Loaded query={deliveries}>
      {(data) =>
        data.length === 0 ? (
          <Empty>{t.noDeliveries}</Empty>
        ) : (
          <Table
            caption={t.deliveries}
            rows={data}
            pageSize={20}
            columns={[
              { title: common.time, cell: ({ created_at }) => formatTime(created_at) },
              { title: t.event, cell: ({ event }) => event },
              { title: common.status, cell: ({ status }) => t[status] },
              { title: t.settled, cell: ({ settled_at }) => formatTime(settled_at) },
              { title: t.response, cell: ({ error }) => error },
              {
                title: t.replay,
                cell: ({ id }) => (
                  <button type="button" onClick={() => void sendAgain(id)}>
                    {t.replay}
                  </button>
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
