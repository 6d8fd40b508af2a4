import type { ComponentType } from 'preact';
import { lazy } from '../ui/lazy.tsx';
import { t } from './texts.ts';

interface PageProps {
  /** The part of the address after the page's name. */
  readonly path: readonly string[];
}

interface PageEntry {
  readonly name: string;
  readonly title: () => string;
  readonly Component: ComponentType<PageProps> & { readonly preload: () => void };
  /** Whether the page begins with a chart, whose code is then loaded along with the data. */
  readonly hasChart: boolean;
  /** The scope that a key needs to see the page. */
  readonly scope?: 'operator';
}

const WITH_CHART: ReadonlySet<string> = new Set([
  'plants',
  'consumption',
  'forecasts',
  'prices',
  'purchases',
  'deviation',
]);

/** The page of an address without a name. */
export const FIRST_PAGE = 'desk';

/** Names in bookmarks, with the pages that replace theirs. */
const RENAMED: ReadonlyMap<string, string> = new Map([['overview', FIRST_PAGE]]);

export const PAGES: readonly PageEntry[] = [
  page('desk', () => import('../pages/desk-page.tsx')),
  page('plants', () => import('../pages/plants-page.tsx')),
  page('outages', () => import('../pages/unavailabilities-page.tsx')),
  page('forecasts', () => import('../pages/forecasts-page.tsx')),
  page('production', () => import('../pages/production-page.tsx')),
  page('consumption', () => import('../pages/consumption-page.tsx')),
  page('prices', () => import('../pages/prices-page.tsx')),
  page('purchases', () => import('../pages/purchases-page.tsx')),
  page('deviation', () => import('../pages/deviation-page.tsx')),
  page('strategies', () => import('../pages/strategies-page.tsx')),
  page('keys', () => import('../pages/keys-page.tsx')),
  { ...page('customers', () => import('../pages/customers-page.tsx')), scope: 'operator' },
  { ...page('service', () => import('../pages/service-page.tsx')), scope: 'operator' },
];

/** Returns the page of an address, whose path begins with its name; the first page has none. */
export function pageOf([name = FIRST_PAGE]: readonly string[]): PageEntry | undefined {
  return PAGES.find((each) => each.name === (RENAMED.get(name) ?? name));
}

/** Declares a page whose title is the text of its name. */
function page(
  name: keyof typeof t,
  load: () => Promise<{ readonly Page: ComponentType<PageProps> }>,
): PageEntry {
  const hasChart = WITH_CHART.has(name);
  const title = () => t[name];
  return { name, title, hasChart, Component: lazy(async () => (await load()).Page, title) };
}
