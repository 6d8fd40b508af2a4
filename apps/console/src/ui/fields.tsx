import { useId } from 'preact/hooks';
import { Button } from './button.tsx';

/** Forms whose submission has not ended. */
const submitting = new WeakSet<EventTarget>();

/** Handles the submission of a form in place of the browser; a second click submits nothing. */
export function onSubmit(action: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form && !submitting.has(form)) void submit(form, action);
  };
}

async function submit(form: EventTarget, action: () => unknown): Promise<void> {
  submitting.add(form);
  try {
    await action();
  } finally {
    submitting.delete(form);
  }
}

interface FieldProps {
  readonly label: string;
  readonly type?: 'text' | 'search' | 'date' | 'datetime-local' | 'url' | 'number';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly required?: boolean;
  readonly min?: string;
  readonly max?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly problems?: readonly string[] | undefined;
}

/** A labelled input with the problem of its value. */
export function Field({ label, value, onInput, hint, problems, ...input }: FieldProps) {
  const id = useId();
  const isBad = problems !== undefined && problems.length > 0;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as Record<string, unknown>)}
        id={id}
        value={value}
        aria-invalid={isBad}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Notes id={`${id}-hint`} hint={hint} problems={problems} />
    </div>
  );
}

/** Values with their labels; a text alone is both. */
export type Options = readonly (string | readonly [value: string, label: string])[];

export function labelled(options: Options): readonly (readonly [value: string, label: string])[] {
  return options.map((option) => (typeof option === 'string' ? [option, option] : option));
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: Options;
  readonly problems?: readonly string[] | undefined;
}

export function Select({ label, value, onChange, options, problems }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {labelled(options).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      <Notes id={`${id}-hint`} problems={problems} />
    </div>
  );
}

interface NotesProps {
  readonly id: string;
  readonly hint?: string | undefined;
  readonly problems?: readonly string[] | undefined;
}

export function Notes({ id, hint, problems = [] }: NotesProps) {
  return (
    <div id={id} class="notes">
      {problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: Options;
}

/** A row of buttons of which one is pressed. */
export function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">{label}</legend>
      {labelled(options).map(([each, text]) => (
        <Button key={each} aria-pressed={each === value} onClick={() => onChange(each)}>
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

interface ChecksProps<T extends string> {
  readonly legend: string;
  readonly options: readonly T[];
  readonly nameOf: (option: T) => string;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: T[]) => void;
}

/** Boxes of which any number is checked; chosen values keep the order of the options. */
export function Checks<T extends string>(props: ChecksProps<T>) {
  const { legend, options, nameOf, chosen, onChange } = props;
  const toggle = (option: T) =>
    onChange(options.filter((each) => chosen.includes(each) !== (each === option)));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
          />{' '}
          {nameOf(option)} <code>{option}</code>
        </label>
      ))}
    </fieldset>
  );
}
