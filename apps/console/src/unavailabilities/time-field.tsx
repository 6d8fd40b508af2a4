import { fill } from '../i18n/language.ts';
import { t } from '../outages/texts.ts';
import {
  type EnteredTime,
  instantsOfText,
  PASSES,
  type Pass,
  type TimeProblem,
} from '../time/entered.ts';
import { offsetName } from '../time/zone.ts';
import { Field, Select } from '../ui/fields.tsx';
import { reasonText } from '../uploads/reasons.ts';

const TIME_LENGTH = 'HH:MM'.length;

/** Says what is wrong with an entered time, as it is said of one in a file. */
export function timeProblem(problem: TimeProblem): string {
  if (problem === 'either_pass') return t.choosePass;
  const text = reasonText({ code: problem, params: {} });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface TimeFieldProps {
  readonly label: string;
  readonly zone: string;
  readonly entered: EnteredTime;
  readonly onEnter: (entered: EnteredTime) => void;
  /** Tells which instant of a repeated time can be meant. */
  readonly isPossible?: (at: number) => boolean;
  readonly min?: string;
  readonly max?: string;
  readonly hint?: string;
  readonly problems?: readonly string[] | undefined;
}

/** Asks for a time on the clock of a zone, and which is meant where the clock shows it twice. */
export function TimeField({ label, zone, entered, onEnter, isPossible, ...field }: TimeFieldProps) {
  const instants = instantsOfText(entered.text, zone, isPossible);
  const time = entered.text.slice(-TIME_LENGTH);
  return (
    <div>
      <Field
        label={label}
        type="datetime-local"
        required
        value={entered.text}
        onInput={(text) => onEnter({ ...entered, text })}
        {...field}
      />
      {instants.length > 1 && (
        <Select
          label={fill(t.whichPass, { time })}
          value={entered.pass}
          onChange={(pass) => onEnter({ ...entered, pass: pass as Pass })}
          options={[
            ['', '–'],
            ...instants.map((at, index) => {
              const pass = PASSES[index] ?? 'second';
              return [pass, fill(t[pass], { offset: offsetName(at, zone) })] as const;
            }),
          ]}
        />
      )}
    </div>
  );
}
