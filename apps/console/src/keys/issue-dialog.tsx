import { useState } from 'preact/hooks';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checks, Field, onSubmit } from '../ui/fields.tsx';
import type { Key, NewKey } from './data.ts';
import { t as scopeNames } from './scopes.ts';
import { t } from './texts.ts';

type Scope = Key['scopes'][number];

interface IssueDialogProps {
  readonly offered: readonly Scope[];
  /** The scopes that are chosen at first. */
  readonly usual: readonly Scope[];
  readonly onClose: () => void;
  readonly onIssue: (key: NewKey) => Promise<unknown>;
}

/** Asks for what a new key has. */
export function IssueDialog({ offered, usual, onClose, onIssue }: IssueDialogProps) {
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([...usual]);
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
