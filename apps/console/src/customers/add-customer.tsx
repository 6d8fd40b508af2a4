import { useState } from 'preact/hooks';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit } from '../ui/fields.tsx';
import { attempt } from '../ui/messages.tsx';
import { addCustomer } from './data.ts';
import { t } from './texts.ts';

interface AddCustomerProps {
  readonly onClose: () => void;
  readonly onAdded: (name: string) => void;
}

/** The dialog stays open where the name cannot be used. */
export function AddCustomer({ onClose, onAdded }: AddCustomerProps) {
  const [name, setName] = useState('');
  const [hasFolder, setFolder] = useState(true);
  const add = async () => {
    if (await attempt(() => addCustomer(name, hasFolder))) onAdded(name);
  };
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form onSubmit={onSubmit(add)}>
        <div class="fields">
          <Field label={t.name} required value={name} onInput={setName} />
        </div>
        <label class="check">
          <input type="checkbox" checked={hasFolder} onChange={() => setFolder(!hasFolder)} />{' '}
          {t.withFolder}
        </label>
        <Submit disabled={name.trim() === ''}>{t.add}</Submit>
      </form>
    </Dialog>
  );
}
