import { useState } from 'preact/hooks';
import type { Query } from '../api/query.ts';
import { formatRelative, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { attempt } from '../ui/messages.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import type { Key, NewKey } from './data.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { t as scopeNames } from './scopes.ts';
import { Secret } from './secret.tsx';
import { t } from './texts.ts';

export type Scope = Key['scopes'][number];

type Open = { readonly kind: 'issue' } | { readonly kind: 'rotate' | 'revoke'; readonly key: Key };

interface KeysCardProps {
  readonly query: Query<Key[]>;
  readonly forbidden?: string;
  /** The scopes that a new key may have, and those that it has unless somebody changes them. */
  readonly offered: readonly Scope[];
  readonly usual: readonly Scope[];
  readonly onIssue: (key: NewKey) => Promise<string>;
  /** Omitted: keys are not rotated here. */
  readonly onRotate?: (id: string, grace: string) => Promise<string>;
  readonly onRevoke: (id: string) => Promise<void>;
}

/** Lists keys, and issues, rotates and revokes them. */
export function KeysCard(props: KeysCardProps) {
  const { query, forbidden, onIssue, onRotate, onRevoke } = props;
  const [open, setOpen] = useState<Open>();
  const [issued, setIssued] = useState<string>();
  const close = () => setOpen(undefined);
  /** The dialog stays open where something is wrong with what was entered. */
  const run = async (action: () => Promise<unknown>) => {
    if (await attempt(action)) close();
  };
  const show = async (key: Promise<string>) => setIssued(await key);
  const kinds = onRotate ? (['rotate', 'revoke'] as const) : (['revoke'] as const);
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
      <Loaded query={query} forbidden={forbidden} empty={t.noKeys}>
        {(data) => (
          <KeyTable keys={data} kinds={kinds} onOpen={(kind, key) => setOpen({ kind, key })} />
        )}
      </Loaded>
      {open?.kind === 'issue' && (
        <IssueDialog {...props} onClose={close} onIssue={(key) => run(() => show(onIssue(key)))} />
      )}
      {open?.kind === 'rotate' && onRotate && (
        <RotateDialog
          title={fill(t.rotateTitle, { name: nameOf(open.key) })}
          text={t.rotateText}
          action={t.rotate}
          onClose={close}
          onRotate={(grace) => run(() => show(onRotate(open.key.id, grace)))}
        />
      )}
      {open?.kind === 'revoke' && (
        <Dialog title={`${t.revoke}: ${nameOf(open.key)}`} onClose={close}>
          <p>{t.revokeText}</p>
          <Button class="danger" onClick={() => void run(() => onRevoke(open.key.id))}>
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

export function isActive(key: Key): boolean {
  return stateOf(key) === 'active';
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
  readonly kinds: readonly ('rotate' | 'revoke')[];
  readonly onOpen: (kind: 'rotate' | 'revoke', key: Key) => void;
}

function KeyTable({ keys, kinds, onOpen }: KeyTableProps) {
  return (
    <Table
      caption={t.keys}
      rows={keys}
      pageSize={20}
      columns={[
        { title: t.label, cell: (key) => key.label },
        { title: t.id, cell: ({ id }) => <code>{id}</code> },
        { title: t.scopes, isText: true, cell: ({ scopes }) => scopesText(scopes) },
        { title: t.created, time: ({ created_at }) => created_at },
        { title: t.used, time: ({ last_used_at }) => last_used_at, form: formatRelative },
        {
          title: t.expires,
          time: ({ expires_at }) => expires_at,
          form: (at) => (at == null ? t.never : formatTime(at)),
        },
        {
          title: common.status,
          cell: (key) => <span class={isActive(key) ? 'good' : 'muted'}>{t[stateOf(key)]}</span>,
        },
        {
          title: common.actions,
          cell: (key) =>
            isActive(key) && (
              <span class="actions">
                {kinds.map((kind) => (
                  <Button
                    key={kind}
                    class={kind === 'revoke' ? 'danger' : ''}
                    onClick={() => onOpen(kind, key)}
                  >
                    {t[kind]}
                  </Button>
                ))}
              </span>
            ),
        },
      ]}
    />
  );
}
