import { useEffect } from 'preact/hooks';

/** Has the browser ask before the page is left or reloaded, as long as something is being sent. */
export function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
}
