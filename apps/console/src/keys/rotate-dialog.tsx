import { useState } from 'preact/hooks';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { onSubmit, Select } from '../ui/fields.tsx';
import { t } from './texts.ts';

interface RotateDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onClose: () => void;
  /** Called with the time for which the old one stays valid, such as `24h`; empty for none. */
  readonly onRotate: (grace: string) => Promise<unknown>;
}

/** Asks how long the replaced key or secret stays valid. */
export function RotateDialog({ title, text, action, onClose, onRotate }: RotateDialogProps) {
  const [grace, setGrace] = useState('24h');
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit(() => onRotate(grace))}>
        <p>{text}</p>
        <div class="fields">
          <Select
            label={t.grace}
            value={grace}
            onChange={setGrace}
            options={[
              ['', t.graceNone],
              ['1h', t.graceHour],
              ['24h', t.graceDay],
              ['7d', t.graceWeek],
            ]}
          />
        </div>
        <Submit>{action}</Submit>
      </form>
    </Dialog>
  );
}
