import { t } from './texts.ts';

/** Says that figures rest on executed trades, where they do. */
export function Executed({ worth }: { readonly worth: object | null | undefined }) {
  const isExecuted = worth && 'rests_on' in worth && worth.rests_on !== 'decision';
  return isExecuted ? <small> {t.executed}</small> : null;
}
