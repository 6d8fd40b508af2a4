import MiniSearch from 'minisearch';

/** A part of a page, as the guide is built. */
interface Section {
  readonly address: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MAX_FOUND = 12;
/** Characters of a section that are shown about the found word. */
const EXCERPT = 140;
const FIELDS = ['page', 'heading', 'text'];

const field = document.querySelector<HTMLInputElement>('#search');
const found = document.querySelector<HTMLOListElement>('#found');
const status = document.querySelector<HTMLElement>('#status');
let index: Promise<MiniSearch<Section>> | undefined;

/** Loads the sections when a reader first searches: no page needs them. */
function openIndex(): Promise<MiniSearch<Section>> {
  index ??= fetch('search.json')
    .then((response) => {
      if (!response.ok) throw new Error(`search.json: ${response.status}`);
      return response.json() as Promise<Section[]>;
    })
    .then((sections) => {
      const search = new MiniSearch<Section>({
        idField: 'address',
        fields: FIELDS,
        storeFields: [...FIELDS, 'address'],
        searchOptions: { prefix: true, combineWith: 'AND', boost: { page: 2, heading: 3 } },
      });
      search.addAll(sections);
      return search;
    })
    .catch((error: unknown) => {
      index = undefined;
      throw error;
    });
  return index;
}

async function show(): Promise<void> {
  if (!field || !found || !status) return;
  const query = field.value.trim();
  if (query === '') {
    close();
    return;
  }
  const search = await openIndex();
  // The reader has typed on.
  if (query !== field.value.trim()) return;
  const results = search.search(query);
  const count = `${results.length} ${results.length === 1 ? 'place' : 'places'}`;
  status.textContent = results.length === 0 ? 'Nothing found' : count;
  const sections = results.slice(0, MAX_FOUND) as unknown as (Section & { terms: string[] })[];
  found.replaceChildren(...sections.map((each) => resultOf(each)));
  found.hidden = results.length === 0;
}

function resultOf({ address, page, heading, text, terms }: Section & { terms: string[] }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = page === heading ? page : `${page}: ${heading}`;
  const excerpt = document.createElement('p');
  excerpt.textContent = excerptOf(text, terms);
  item.append(link, excerpt);
  return item;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, lower.length) - EXCERPT / 2);
  const first = places.length === 0 ? 0 : start;
  const part = text.slice(first, first + EXCERPT);
  return `${first > 0 ? '…' : ''}${part}${first + EXCERPT < text.length ? '…' : ''}`;
}

function close(): void {
  if (!found || !status) return;
  found.hidden = true;
  found.replaceChildren();
  status.textContent = '';
}

function search(): void {
  show().catch((error: unknown) => {
    if (status) status.textContent = 'The search cannot be loaded.';
    throw error;
  });
}

field?.addEventListener('input', search);
field?.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    field.value = '';
    close();
  } else if (event.key === 'Enter') found?.querySelector('a')?.click();
});

// The menu is closed where it stands above the text, and open beside it.
const menu = document.querySelector('nav details');
if (menu && matchMedia('(min-width: 60rem)').matches) menu.setAttribute('open', '');
