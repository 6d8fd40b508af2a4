import { zoneOptions } from '../i18n/zone-name.ts';
import { Select } from '../ui/fields.tsx';
import { files } from './file-texts.ts';

type Option = 'date_form' | 'decimal' | 'zone';

interface ReadingOptionsProps {
  /** Empty or left out: as found in the file. */
  readonly values: Readonly<Partial<Record<Option, string>>>;
  readonly zones: readonly string[];
  readonly onChange: (name: Option, value: string) => void;
}

/** Asks how a file is to be read where it does not say. */
export function ReadingOptions({ values, zones, onChange }: ReadingOptionsProps) {
  const options = [
    [
      'date_form',
      files.dateForm,
      [
        ['dmy', files.dmy],
        ['mdy', files.mdy],
        ['ymd', files.ymd],
      ],
    ],
    ['decimal', files.decimal, [',', '.']],
    ['zone', files.zone, zoneOptions(zones)],
  ] as const;
  return options.map(([name, label, choices]) => (
    <Select
      key={name}
      label={label}
      value={values[name] ?? ''}
      onChange={(value) => onChange(name, value)}
      options={[['', files.asFound], ...choices]}
    />
  ));
}
