import { useState } from 'preact/hooks';
import { fill } from '../i18n/language.ts';
import { t as outages } from '../outages/texts.ts';
import { OUTAGE_TYPES } from '../outages/upload-data.ts';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, onSubmit, Select } from '../ui/fields.tsx';
import { common } from '../ui/texts.ts';
import { type Change, type Entered, readChange, UNCHANGED } from './change.ts';
import { t } from './texts.ts';

interface BulkFormProps {
  readonly count: number;
  readonly onChange: (change: Change) => unknown;
  readonly onClose: () => void;
}

/** Asks what is to become of the selected outages; what is left empty stays. */
export function BulkForm({ count, onChange, onClose }: BulkFormProps) {
  const [entered, setEntered] = useState<Entered>(UNCHANGED);
  const [problems, setProblems] = useState<Readonly<Record<string, string[]>>>({});
  const set = (name: keyof Entered) => (value: string) => setEntered({ ...entered, [name]: value });
  const submit = () => {
    const read = readChange(entered);
    if ('problems' in read) return setProblems(read.problems);
    return onChange(read.change);
  };
  return (
    <Dialog title={fill(t.title, { count })} onClose={onClose}>
      <p class="hint">{t.emptyHint}</p>
      <form onSubmit={onSubmit(submit)}>
        <div class="fields">
          <Field
            label={t.shift}
            value={entered.shift}
            onInput={set('shift')}
            hint={t.shiftHint}
            problems={problems.shift}
          />
          <Select
            label={t.shiftUnit}
            value={entered.shiftUnit}
            onChange={set('shiftUnit')}
            options={(['minutes', 'hours', 'days'] as const).map((unit) => [unit, t[unit]])}
          />
          <Field
            label={outages.left}
            inputMode="decimal"
            value={entered.available}
            onInput={set('available')}
            problems={problems.available}
          />
          <Select
            label={outages.type}
            value={entered.type}
            onChange={set('type')}
            options={[
              ['', t.unchanged],
              ...OUTAGE_TYPES.map((each) => [each, outages[each]] as const),
            ]}
          />
          <Field
            label={outages.observations}
            value={entered.observations}
            onInput={set('observations')}
          />
        </div>
        <p>
          <label class="check">
            <input
              type="checkbox"
              checked={entered.endsNow}
              onChange={() => setEntered({ ...entered, endsNow: !entered.endsNow })}
            />{' '}
            {t.endsNow}
          </label>
        </p>
        <Submit>{common.change}</Submit>
      </form>
    </Dialog>
  );
}
