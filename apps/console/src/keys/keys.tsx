import { useState } from 'preact/hooks';
import { forbiddenText } from '../errors/error-text.ts';
import { formatRelative, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { session } from '../session/session.ts';
import { useStore } from '../state/store.ts';
import { Table } from '../table/table.tsx';
import { Button, Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checks, Field, onSubmit } from '../ui/fields.tsx';
import { attempt } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { issueKey, type Key, type NewKey, revokeKey, rotateKey, useKeys } from './data.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { t as scopeNames } from './scopes.ts';
import { Secret } from './secret.tsx';
import { t } from './texts.ts';

type Open = { readonly kind: 'issue' } | { readonly kind: 'rotate' | 'revoke'; readonly key: Key };

/** Lists the customer's keys, and issues, rotates and revokes them. */
export function Keys() {
  const keys = useKeys();
  const [open, setOpen] = useState<Open>();
  const [issued, setIssued] = useState<string>();
  const close = () => setOpen(undefined);
  /** The dialog stays open where something is wrong with what was entered. */
  const run = async (action: () => Promise<unknown>) => {
    if (await attempt(action)) close();
  };
  const show = async (key: Promise<string>) => setIssued(await key);
  return (
    <Card
      title={t.keys}
      actions={
        <Button class="primary" onClick={() => setOpen({ kind: 'issue' })}>
          {t.issue}
        </Button>
      }
    >
      {issued && <Secret text={t.once} secret={issued} />}
      <Loaded query={keys} forbidden={forbiddenText(t.keysPermission)} empty={t.noKeys}>
        {(data) => <KeyTable keys={data} onOpen={(kind, key) => setOpen({ kind, key })} />}
      </Loaded>
      {open?.kind === 'issue' && (
        <IssueDialog onClose={close} onIssue={(key) => run(() => show(issueKey(key)))} />
      )}
      {open?.kind === 'rotate' && (
        <RotateDialog
          title={fill(t.rotateTitle, { name: nameOf(open.key) })}
          text={t.rotateText}
          action={t.rotate}
          onClose={close}
          onRotate={(grace) => run(() => show(rotateKey(open.key.id, grace)))}
        />
      )}
      {open?.kind === 'revoke' && (
        <Dialog title={`${t.revoke}: ${nameOf(open.key)}`} onClose={close}>
          <p>{t.revokeText}</p>
          <Button class="danger" onClick={() => void run(() => revokeKey(open.key.id))}>
            {t.revoke}
          </Button>
        </Dialog>
      )}
    </Card>
  );
}

function nameOf({ label, id }: Key): string {
  return label || id;
}

function stateOf({ revoked_at, expires_at }: Key): 'active' | 'revoked' | 'expired' {
  if (revoked_at !== null && Date.parse(revoked_at) <= Date.now()) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

function scopesText(scopes: readonly Scope[]): string {
  return scopes.map((scope) => scopeNames[scope]).join('; ');
}

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onOpen: (kind: 'rotate' | 'revoke', key: Key) => void;
}

function KeyTable({ keys, onOpen }: KeyTableProps) {
  return (
    <Table
      caption={t.keys}
      rows={keys}
      pageSize={20}
      columns={[
        { title: t.label, cell: (key) => key.label },
        { title: t.id, cell: ({ id }) => <code>{id}</code> },
        { title: t.scopes, isText: true, cell: ({ scopes }) => scopesText(scopes) },
        { title: t.created, cell: ({ created_at }) => formatTime(created_at) },
        { title: t.used, cell: ({ last_used_at }) => formatRelative(last_used_at) },
        {
          title: t.expires,
          cell: ({ expires_at }) => (expires_at === null ? t.never : formatTime(expires_at)),
        },
        {
          title: common.status,
          cell: (key) => (
            <span class={stateOf(key) === 'active' ? 'good' : 'muted'}>{t[stateOf(key)]}</span>
          ),
        },
        {
          title: common.actions,
          cell: (key) =>
            stateOf(key) === 'active' && (
              <span class="actions">
                <Button onClick={() => onOpen('rotate', key)}>{t.rotate}</Button>
                <Button class="danger" onClick={() => onOpen('revoke', key)}>
                  {t.revoke}
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

type Scope = Key['scopes'][number];

interface IssueDialogProps {
  readonly onClose: () => void;
  readonly onIssue: (key: NewKey) => Promise<unknown>;
}

/** A key can give only the scopes that it has itself. */
function IssueDialog({ onClose, onIssue }: IssueDialogProps) {
  const current = useStore(session);
  const offered =
    current.state === 'in' ? current.scopes.filter((scope) => scope !== 'operator') : [];
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(offered);
  return (
    <Dialog title={t.issue} onClose={onClose}>
      <form
        onSubmit={onSubmit(() =>
          onIssue({ label, scopes, ...(days !== '' && { expires_in: `${days}d` }) }),
        )}
      >
        <div class="fields">
          <Field label={t.label} required value={label} onInput={setLabel} />
          <Field label={t.expiresIn} type="number" min="1" value={days} onInput={setDays} />
        </div>
        <Checks
          legend={t.scopes}
          options={offered}
          nameOf={(scope) => scopeNames[scope]}
          chosen={scopes}
          onChange={setScopes}
        />
        <Submit disabled={scopes.length === 0}>{t.issue}</Submit>
      </form>
    </Dialog>
  );
}
