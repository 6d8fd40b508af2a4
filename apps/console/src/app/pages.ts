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
  /** Whether it shows a chart first, whose code then comes while the data are asked for. */
  readonly hasChart: boolean;
  /** The scope without which the page is not offered. */
  readonly scope?: 'operator';
}

const WITH_CHART = new Set(['plants', 'forecasts', 'prices', 'purchases']);

export const PAGES: readonly PageEntry[] = [
  page(
    'overview',
    () => t.overview,
    () => import('../overview/overview-page.tsx'),
  ),
  page(
    'plants',
    () => t.plants,
    () => import('../plants/plants-page.tsx'),
  ),
  page(
    'outages',
    () => t.outages,
    () => import('../unavailabilities/unavailabilities-page.tsx'),
  ),
  page(
    'forecasts',
    () => t.forecasts,
    () => import('../forecasts/forecasts-page.tsx'),
  ),
  page(
    'prices',
    () => t.prices,
    () => import('../prices/prices-page.tsx'),
  ),
  page(
    'purchases',
    () => t.purchases,
    () => import('../purchases/purchases-page.tsx'),
  ),
  page(
    'strategies',
    () => t.strategies,
    () => import('../strategies/strategies-page.tsx'),
  ),
  page(
    'keys',
    () => t.keys,
    () => import('../keys/keys-page.tsx'),
  ),
  {
    ...page(
      'service',
      () => t.service,
      () => import('../service/service-page.tsx'),
    ),
    scope: 'operator',
  },
];

export function pageOf(name: string): PageEntry | undefined {
  return PAGES.find((each) => each.name === name);
}

function page(
  name: string,
  title: () => string,
  load: () => Promise<{ readonly Page: ComponentType<PageProps> }>,
): PageEntry {
  const hasChart = WITH_CHART.has(name);
  return { name, title, hasChart, Component: lazy(async () => (await load()).Page) };
}
