import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { errorText } from '../errors/error-text.ts';
import { ServiceText } from '../errors/service-text.tsx';
import { Store, useStore } from '../state/store.ts';
import { Button } from './button.tsx';
import { common } from './texts.ts';

interface Message {
  readonly text: string;
  readonly isError?: boolean;
  /** The failure that the message is of. */
  readonly error?: unknown;
  /** Undoes what the message reports. */
  readonly undo?: () => void;
}

const DISPLAY_MS = 8_000;
const current = new Store<Message | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a while; screen readers read it out. */
export function notify(message: Message): void {
  current.set(message);
  clearTimeout(timer);
  timer = setTimeout(() => current.set(undefined), DISPLAY_MS);
}

/** @param lost the message where there was no response. */
export function notifyError(error: unknown, lost?: string): void {
  const text = error instanceof ApiError ? errorText(error) : (lost ?? errorText(error));
  notify({ text, isError: true, error });
}

/** Returns a rejection's problems of a form's fields; a message shows problems of other fields. */
export function fieldProblems(
  error: unknown,
  shown: readonly string[],
): Readonly<Record<string, string[]>> {
  const fields = error instanceof ApiError && error.status === 400 ? error.fields : {};
  const names = Object.keys(fields);
  if (names.length === 0 || names.some((name) => !shown.includes(name))) notifyError(error);
  return fields;
}

/** Runs an action; its failure is shown as a message. Returns whether it succeeded. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

export function Messages() {
  const message = useStore(current);
  const popover = useRef<HTMLDivElement>(null);
  // The last message is above everything else, open dialogs included.
  useEffect(() => {
    popover.current?.hidePopover();
    if (message) popover.current?.showPopover();
  }, [message]);
  return (
    <div role="status">
      <div class="messages" popover="manual" ref={popover}>
        {message && (
          <div class={message.isError ? 'message bad' : 'message'}>
            {message.text}{' '}
            {message.undo && (
              <Button
                class="plain"
                onClick={() => {
                  current.set(undefined);
                  message.undo?.();
                }}
              >
                {common.undo}
              </Button>
            )}
            <ServiceText error={message.error} />
          </div>
        )}
      </div>
    </div>
  );
}
