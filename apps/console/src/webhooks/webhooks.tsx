import { useState } from 'preact/hooks';
import { forbiddenText } from '../errors/error-text.ts';
import { Said, worded } from '../errors/said.tsx';
import { fill } from '../i18n/language.ts';
import { RotateDialog } from '../keys/rotate-dialog.tsx';
import { Secret } from '../keys/secret.tsx';
import { t as keys } from '../keys/texts.ts';
import { Table } from '../table/table.tsx';
import { Button, Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checks, Field, onSubmit } from '../ui/fields.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import type { Event, Webhook, WebhookFields } from './data.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  EVENTS,
  replay,
  rotateSecret,
  setEnabled,
  testWebhook,
  USUAL_EVENTS,
  USUAL_MINUTES,
  useDeliveries,
  useWebhooks,
} from './data.ts';
import { eventName } from './events.ts';
import { sentences } from './sentences.ts';
import { t } from './texts.ts';

type Run = (action: () => Promise<unknown>) => Promise<void>;

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'change' | 'deliveries' | 'rotate' | 'delete'; readonly webhook: Webhook };

/** Lists the customer's webhooks with their deliveries. */
export function Webhooks() {
  const webhooks = useWebhooks();
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpen(undefined);
  /** The dialog stays open where something is wrong with what was entered. */
  const run: Run = async (action) => {
    if (await attempt(action)) close();
  };
  return (
    <Card
      title={t.title}
      actions={<Button onClick={() => setOpen({ kind: 'new' })}>{t.add}</Button>}
    >
      {secret && <Secret text={keys.secretOnce} secret={secret} />}
      <Loaded query={webhooks} forbidden={forbiddenText(t.permission)} empty={t.none}>
        {(data) => (
          <WebhookTable
            webhooks={data}
            onOpen={(kind, webhook) => setOpen({ kind, webhook })}
            onRun={run}
          />
        )}
      </Loaded>
      {open && <OpenDialog open={open} onClose={close} onRun={run} onSecret={setSecret} />}
    </Card>
  );
}

interface OpenDialogProps {
  readonly open: Open;
  readonly onClose: () => void;
  readonly onRun: Run;
  readonly onSecret: (secret: string) => void;
}

function OpenDialog({ open, onClose, onRun, onSecret }: OpenDialogProps) {
  const runForSecret = (action: () => Promise<string>) =>
    onRun(async () => onSecret(await action()));
  if (open.kind === 'new') {
    const save = (fields: WebhookFields) => runForSecret(() => addWebhook(fields));
    return <WebhookForm title={t.add} onClose={onClose} onSave={save} />;
  }
  const { webhook } = open;
  const { id, url } = webhook;
  switch (open.kind) {
    case 'change': {
      const save = (fields: WebhookFields) => onRun(() => changeWebhook(id, fields));
      return <WebhookForm title={url} webhook={webhook} onClose={onClose} onSave={save} />;
    }
    case 'rotate':
      return (
        <RotateDialog
          title={fill(t.rotateTitle, { url })}
          text={t.rotateText}
          action={t.rotateSecret}
          onClose={onClose}
          onRotate={(grace) => runForSecret(() => rotateSecret(id, grace))}
        />
      );
    case 'delete':
      return (
        <Dialog title={fill(t.deleteTitle, { url })} onClose={onClose}>
          <p>{t.deleteText}</p>
          <Button class="danger" onClick={() => void onRun(() => deleteWebhook(id))}>
            {common.delete}
          </Button>
        </Dialog>
      );
    case 'deliveries':
      return (
        <Dialog title={`${t.deliveries}: ${url}`} onClose={onClose}>
          <Deliveries webhook={webhook} />
        </Dialog>
      );
  }
}

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  readonly onOpen: (kind: 'change' | 'deliveries' | 'rotate' | 'delete', webhook: Webhook) => void;
  readonly onRun: Run;
}

function WebhookTable({ webhooks, onOpen, onRun }: WebhookTableProps) {
  const test = async ({ id }: Webhook) => {
    const { status, ms, error } = await testWebhook(id);
    notify({ text: fill(t.tested, { status: status ?? worded(error, sentences) ?? error, ms }) });
  };
  const toggle = ({ id, disabled_at }: Webhook) => setEnabled(id, disabled_at !== null);
  const dialogs = [
    ['deliveries', t.deliveries],
    ['change', common.change],
    ['rotate', t.rotateSecret],
    ['delete', common.delete],
  ] as const;
  return (
    <Table
      caption={t.title}
      rows={webhooks}
      pageSize={20}
      columns={[
        { title: t.url, isText: true, cell: ({ url }) => <code>{url}</code> },
        { title: t.events, isText: true, cell: ({ events }) => events.map(eventName).join('; ') },
        {
          title: common.status,
          cell: ({ disabled_at }) => (disabled_at === null ? t.enabled : t.disabled),
        },
        {
          title: common.actions,
          isText: true,
          cell: (webhook) => (
            <span class="actions wrap">
              <Button onClick={() => void onRun(() => test(webhook))}>{t.test}</Button>
              <Button onClick={() => void onRun(() => toggle(webhook))}>
                {webhook.disabled_at === null ? t.turnOff : t.turnOn}
              </Button>
              {dialogs.map(([kind, title]) => (
                <Button
                  key={kind}
                  class={kind === 'delete' ? 'danger' : ''}
                  onClick={() => onOpen(kind, webhook)}
                >
                  {title}
                </Button>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

interface WebhookFormProps {
  readonly title: string;
  /** The webhook to change; omitted for a new one. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
  readonly onSave: (fields: WebhookFields) => Promise<unknown>;
}

function WebhookForm({ title, webhook, onClose, onSave }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly Event[]>(webhook?.events ?? USUAL_EVENTS);
  const [minutes, setMinutes] = useState(String(webhook?.gate_closing_minutes ?? USUAL_MINUTES));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={onSubmit(() =>
          onSave({ url, events: [...events], gate_closing_minutes: Number(minutes) }),
        )}
      >
        <div class="fields">
          <Field label={t.url} type="url" required value={url} onInput={setUrl} />
        </div>
        <Checks
          legend={t.events}
          options={EVENTS}
          nameOf={eventName}
          chosen={events}
          onChange={setEvents}
        />
        {events.includes('gate.closing') && (
          <div class="fields">
            <Field
              label={t.gateClosingMinutes}
              type="number"
              required
              min="1"
              max="1440"
              value={minutes}
              onInput={setMinutes}
            />
          </div>
        )}
        <Submit disabled={events.length === 0}>{webhook ? common.save : common.create}</Submit>
      </form>
    </Dialog>
  );
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = useDeliveries(webhook.id);
  const sendAgain = async (id: string) => {
    const { status, error } = await replay(webhook.id, id);
    notify({ text: fill(t.replayed, { status: status ?? worded(error, sentences) ?? error }) });
  };
  return (
    <Loaded query={deliveries} empty={t.noDeliveries}>
      {(data) => (
        <Table
          caption={t.deliveries}
          rows={data}
          pageSize={20}
          columns={[
            { title: common.time, time: ({ created_at }) => created_at },
            { title: t.event, cell: ({ event }) => eventName(event) },
            { title: common.status, cell: ({ status }) => t[status] },
            { title: t.settled, time: ({ settled_at }) => settled_at },
            {
              title: t.response,
              isText: true,
              cell: ({ error }) => <Said text={error} sentences={sentences} />,
            },
            {
              title: t.replay,
              cell: ({ id }) => (
                <Button onClick={() => void attempt(() => sendAgain(id))}>{t.replay}</Button>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
