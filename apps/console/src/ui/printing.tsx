import { Store, useStore } from '../state/store.ts';
import { Button } from './button.tsx';
import { common } from './texts.ts';

const printing = new Store(false);

addEventListener('beforeprint', () => printing.set(true));
addEventListener('afterprint', () => printing.set(false));

/** Whether the page is being printed: it shows all rows, and pictures instead of canvases. */
export function usePrinting(): boolean {
  return useStore(printing);
}

export function PrintButton() {
  return <Button onClick={() => window.print()}>{common.print}</Button>;
}
