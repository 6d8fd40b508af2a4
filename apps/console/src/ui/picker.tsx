import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { fill } from '../i18n/language.ts';
import { labelled, Notes, type Options } from './fields.tsx';
import { type Folded, fold, matching } from './matching.ts';
import { t } from './picker-texts.ts';
import './picker.css';

/** Choices that are listed at a time; the others are found by typing. */
const MAX_LISTED = 100;

interface PickerProps {
  readonly label: string;
  /** The chosen value; one that is not an option is shown as it is. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** An option with the value `''` is what an empty field means. */
  readonly options: Options;
  /** Whether a text that is not an option may be given. */
  readonly isNewAllowed?: boolean;
  /** Whether each letter of such a text counts at once. */
  readonly isImmediate?: boolean;
  readonly problems?: readonly string[] | undefined;
}

/**
 * A field whose value is picked from a list by typing a part of its name, with accents or without:
 * the combobox with list autocomplete of the WAI-ARIA Authoring Practices.
 */
export function Picker(props: PickerProps) {
  const { label, value, problems } = props;
  const id = useId();
  const picker = usePicker(props);
  const { list, active, isOpen } = picker;
  const optionId = (index: number) => `${id}-${index}`;
  const input = useRef<HTMLInputElement>(null);
  // What is typed next takes the place of the choice.
  useEffect(() => {
    if (!isOpen && document.activeElement === input.current) input.current?.select();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) document.getElementById(optionId(active))?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, active]);
  const isBad = problems !== undefined && problems.length > 0;
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        aria-invalid={isBad}
        aria-describedby={`${id}-hint`}
        value={picker.text}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => {
          if (!isOpen) input.current?.select();
          picker.open();
        }}
        onInput={(event) => picker.type(event.currentTarget.value)}
        onKeyDown={picker.press}
        onBlur={picker.leave}
      />
      <div class="picker-list" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" aria-label={t.choices} tabIndex={-1}>
          {isOpen &&
            list.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
              <div
                key={option.value}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                class={index === active ? 'active' : ''}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => picker.choose(option.value)}
              >
                {option.label}
              </div>
            ))}
        </div>
        <p class="hint" aria-live="polite">
          {isOpen && picker.hint}
        </p>
      </div>
      <Notes id={`${id}-hint`} problems={problems} />
    </div>
  );
}

function usePicker({ value, onChange, options, isNewAllowed, isImmediate }: PickerProps) {
  /** Undefined while nothing is typed. */
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number>();
  /** A choice closes the field before it is left, and leaving it then must not choose again. */
  const isSettled = useRef(true);
  const all = useMemo(() => labelled(options).map(foldedOf), [options]);
  const found = useMemo(() => (isOpen ? matching(all, typed ?? '') : []), [all, typed, isOpen]);
  const list = found.slice(0, MAX_LISTED);
  const usual = typed ? (isNewAllowed ? -1 : 0) : list.findIndex((each) => each.value === value);
  const active = Math.min(moved ?? usual, list.length - 1);
  const begin = () => {
    isSettled.current = false;
    setOpen(true);
  };
  const end = () => {
    isSettled.current = true;
    setOpen(false);
    setTyped(undefined);
    setMoved(undefined);
  };
  const choose = (next: string) => {
    end();
    if (next !== value) onChange(next);
  };
  /** Takes the active option, else what was typed; an unknown text is left, and the value stays. */
  const take = () => {
    const text = typed?.trim();
    const option = list[active];
    const same = all.find((each) => each.label === text);
    if (moved !== undefined && option) choose(option.value);
    else if (text === '') choose(all.find((each) => each.value === '')?.value ?? value);
    else if (same) choose(same.value);
    else if (isNewAllowed && text) choose(text);
    else choose(option?.value ?? value);
  };
  const type = (text: string) => {
    begin();
    setTyped(text);
    setMoved(undefined);
    if (isNewAllowed && isImmediate && text.trim() !== '') onChange(text.trim());
  };
  const move = (by: number) => {
    begin();
    const last = list.length - 1;
    if (isOpen) setMoved(active + by > last ? 0 : active + by < 0 ? last : active + by);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && isOpen) take();
    else if (event.key === 'Escape' && isOpen) end();
    else return;
    // Otherwise the form is sent, or the dialog closed.
    event.preventDefault();
  };
  const leave = () => {
    if (!isSettled.current) take();
  };
  const shown = all.find((each) => each.value === value)?.label ?? value;
  const isNew = isNewAllowed && typed?.trim() && !all.some(({ label }) => label === typed.trim());
  const hint = hintOf(found.length, isNew ? typed : undefined);
  return {
    text: typed ?? shown,
    list,
    active,
    isOpen,
    hint,
    open: begin,
    choose,
    type,
    press,
    leave,
  };
}

function hintOf(count: number, fresh: string | undefined): string {
  if (fresh !== undefined) return fill(t.isNew, { text: fresh.trim() });
  if (count === 0) return t.noMatch;
  return count > MAX_LISTED
    ? fill(t.more, { count: count - MAX_LISTED })
    : fill(t.count, { count });
}

interface Option extends Folded {
  readonly value: string;
}

function foldedOf([value, label]: readonly [value: string, label: string]): Option {
  return { value, label, folded: fold(label) };
}
