import type { ComponentType } from 'preact';
import { lazy } from './lazy.tsx';
import { t } from './texts.ts';

interface PageProps {
  /** What follows the page's name in the address. */
  readonly path: readonly string[];
}

interface PageEntry {
  readonly name: string;
  readonly title: () => string;
  readonly Component: ComponentType<PageProps> & { readonly preload: () => void };
  /** Whether it shows a chart first, whose code is then loaded along with the data. */
  readonly hasChart: boolean;
  /** The scope without which the page is not offered. */
  readonly scope?: 'operator';
}

const WITH_CHART: ReadonlySet<string> = new Set(['plants', 'forecasts', 'prices', 'purchases']);

export const PAGES: readonly PageEntry[] = [
  page('overview', () => import('../overview/overview-page.tsx')),
  page('plants', () => import('../plants/plants-page.tsx')),
  page('outages', () => import('../unavailabilities/unavailabilities-page.tsx')),
  page('forecasts', () => import('../forecasts/forecasts-page.tsx')),
  page('prices', () => import('../prices/prices-page.tsx')),
  page('purchases', () => import('../purchases/purchases-page.tsx')),
  page('strategies', () => import('../strategies/strategies-page.tsx')),
  page('keys', () => import('../keys/keys-page.tsx')),
  { ...page('service', () => import('../service/service-page.tsx')), scope: 'operator' },
];

export function pageOf(name: string): PageEntry | undefined {
  return PAGES.find((each) => each.name === name);
}

/** A page whose title is the text of its name. */
function page(
  name: keyof typeof t,
  load: () => Promise<{ readonly Page: ComponentType<PageProps> }>,
): PageEntry {
  const hasChart = WITH_CHART.has(name);
  return { name, title: () => t[name], hasChart, Component: lazy(async () => (await load()).Page) };
}
