import { lazy } from '../app/lazy.tsx';

/** {@link file://./chart.tsx}, loaded when the first one is shown. */
export const Chart = lazy(async () => (await import('./chart.tsx')).Chart);

// A page that has charts shows one soon: its code is loaded while the data are requested.
Chart.preload();
