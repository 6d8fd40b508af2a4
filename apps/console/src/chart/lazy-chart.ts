import { lazy } from '../ui/lazy.tsx';

/** {@link file://./chart.tsx}, loaded when the first one is shown. */
export const Chart = lazy(async () => (await import('./chart.tsx')).Chart);
