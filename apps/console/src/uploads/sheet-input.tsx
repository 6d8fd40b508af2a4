import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts } from '../i18n/language.ts';

const t = texts({
  drop: ['or drop a file here', 'o suelte aquí un fichero', 'ou largue aqui um ficheiro'],
  choose: ['Choose a file', 'Elegir un fichero', 'Escolher um ficheiro'],
});

interface SheetTextProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/** A browser takes many seconds to insert a year of quarter hours line by line. */
const MANY_CHARACTERS = 50_000;

/** Accepts pasted cells of a spreadsheet. */
export function SheetText({ label, value, onInput }: SheetTextProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="code"
        rows={8}
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (pasted.length < MANY_CHARACTERS) return;
          event.preventDefault();
          const { value: before, selectionStart, selectionEnd } = event.currentTarget;
          onInput(before.slice(0, selectionStart) + pasted + before.slice(selectionEnd));
        }}
      />
    </div>
  );
}

interface FileDropProps {
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Accepts a file that is chosen, or dropped anywhere on the page; the browser would open it. */
export function FileDrop({ accept, onFile }: FileDropProps) {
  const element = useRef<HTMLDivElement>(null);
  const id = useId();
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const isOver = useDroppedFiles(element, take);
  return (
    <div ref={element} class={isOver ? 'drop over' : 'drop'}>
      <input
        id={id}
        type="file"
        class="visually-hidden"
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file, corrected, may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <label class="button" for={id}>
        {t.choose}
      </label>{' '}
      <span class="muted">{t.drop}</span>
    </div>
  );
}

/** Accepts files dropped on the page, or on the open dialog. Returns whether one is dragged over it. */
function useDroppedFiles(
  element: { readonly current: HTMLElement | null },
  onFiles: (files: FileList | undefined) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', isHeld: boolean) => {
      const onDrag = (event: DragEvent) => {
        const dialog = document.querySelector('dialog[open]');
        if (event.defaultPrevented || (dialog && !dialog.contains(element.current))) return;
        event.preventDefault();
        setOver(isHeld);
        if (type === 'drop') latest.current(event.dataTransfer?.files);
      };
      addEventListener(type, onDrag, { signal: ending.signal });
    };
    listen('dragover', true);
    listen('dragleave', false);
    listen('drop', false);
    return () => ending.abort();
  }, []);
  return isOver;
}
