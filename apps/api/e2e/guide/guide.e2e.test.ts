import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@solano/tools/test-browser';
import { BROWSER_TIMEOUT_MS, openBrowser } from '@solano/tools/test-browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overflow, violations } from '../console/accessibility.ts';
import { openService, type TestService } from '../service.ts';

const BUILD = fileURLToPath(import.meta.resolve('@solano/tools/generate-guide'));
const DIST = fileURLToPath(new URL('../../../guide/dist', import.meta.url));
const ALERTS = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url));
const DOCTOR = fileURLToPath(
  new URL('../../../../libs/runtime/src/doctor/remedies.ts', import.meta.url),
);
const MAX_FIRST_PAGE_BYTES = 60_000;
const ANCHOR = /^[a-z-]+$/;

let service: TestService;
let guide: string;

beforeAll(async () => {
  await promisify(execFile)(BUILD);
  service = await openService();
  guide = `${service.url}/docs/guide/`;
});
afterAll(() => service[Symbol.asyncDispose]());

/** The HTML of every page, by its file's name. */
async function pages(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['index.html'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const response = await fetch(new URL(name, guide));
    expect([name, response.status]).toEqual([name, 200]);
    const text = await response.text();
    found.set(name, text);
    waiting.push(
      ...linksOf(text).flatMap((link) => (/^[\w-]+\.html/.exec(link)?.[0] ? [fileOf(link)] : [])),
    );
  }
  return found;
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
}

function fileOf(link: string): string {
  return link.split('#')[0] ?? '';
}

function hasAnchor(html: string | undefined, anchor: string): boolean {
  return html?.includes(` id="${anchor}"`) ?? false;
}

describe('the guide', () => {
  test('the guide is below /docs/guide/, with validators, compressed, and with scripts and styles from files alone', async () => {
    const moved = await fetch(guide.slice(0, -1), { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'guide/']);
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(guide, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
      const known = {
        'if-none-match': response.headers.get('etag') ?? '',
        'cache-control': 'max-age=0',
      };
      expect((await fetch(guide, { headers: known })).status).toBe(304);
      const assets = linksOf(await response.text()).filter((link) => link.startsWith('assets/'));
      expect(assets).toHaveLength(3);
      for (const asset of assets) {
        const file = await fetch(new URL(asset, guide), {
          headers: { 'accept-encoding': encoding },
        });
        expect(file.headers.get('cache-control')).toContain('immutable');
        expect(file.headers.get('content-encoding')).toBe(encoding);
      }
    }
    expect((await fetch(new URL('no-page.html', guide))).status).toBe(404);
  });

  test('the guide has every page of docs, and no link of a page leads nowhere', async () => {
    const all = await pages();
    expect(all.size).toBeGreaterThan(30);
    const broken: string[] = [];
    const others = new Set<string>();
    for (const [name, html] of all)
      for (const link of linksOf(html)) {
        if (/^https?:/.test(link)) continue;
        const [file = '', anchor = ''] = link.split('#');
        if (/^(?:assets\/|\.\.\/)/.test(file)) others.add(file);
        else if (anchor !== '' && !hasAnchor(all.get(file === '' ? name : file), anchor))
          broken.push(`${name}: ${link}`);
      }
    expect(broken).toEqual([]);
    // The console is at the root, where it is built.
    expect(others).toContain('../../openapi.json');
    others.delete('../../');
    for (const other of others)
      expect([other, (await fetch(new URL(other, guide))).status]).toEqual([other, 200]);
  });

  test('the guide explains what messages link to: findings of the doctor, rejections, alerts and a failed start', async () => {
    const all = await pages();
    const alerts = await readFile(ALERTS, 'utf8');
    const runbooks = [...alerts.matchAll(/runbook_url: .*\/docs\/guide\/(\S+)/g)].map(
      ([, link = '']) => link,
    );
    expect(runbooks).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
    const doctor = await readFile(DOCTOR, 'utf8');
    const sections = [...doctor.matchAll(/, '([a-z-]+)'\],/g)].map(([, anchor = '']) => anchor);
    expect(sections.length).toBeGreaterThan(7);
    const links = [
      ...runbooks,
      ...sections.map((anchor) => `remedies.html#${anchor}`),
      'remedies.html#the-service-does-not-start',
    ];
    const { key } = await service.customer('Norte');
    const { headers } = await service.call('GET', '/api/v0/prices/spain/md_pdbc_spain', { key });
    const target = /^<(?:\.\.\/)+docs\/guide\/([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    for (const link of [...links, target]) {
      const [file = '', anchor = ''] = link.split('#');
      expect([link, ANCHOR.test(anchor), hasAnchor(all.get(file), anchor)]).toEqual([
        link,
        true,
        true,
      ]);
    }
  });
});

test('the guide is built of the same bytes each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solano-guide-'));
  try {
    await promisify(execFile)(process.execPath, [`${BUILD}.ts`, folder]);
    const files = (where: string) => readdir(where, { recursive: true, withFileTypes: true });
    const [again, first] = await Promise.all([contentOf(folder), contentOf(DIST)]);
    expect([...again.keys()].sort()).toEqual([...first.keys()].sort());
    const differing = [...again].filter(([name, bytes]) => !first.get(name)?.equals(bytes));
    expect(differing.map(([name]) => name)).toEqual([]);

    async function contentOf(where: string): Promise<ReadonlyMap<string, Buffer>> {
      const entries = (await files(where)).filter((each) => each.isFile());
      const paths = entries.map((each) => join(each.parentPath, each.name));
      const contents = await Promise.all(paths.map((path) => readFile(path)));
      return new Map(paths.map((path, i) => [path.slice(where.length + 1), contents[i] as Buffer]));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the guide in a browser', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let axe: string;
  beforeAll(async () => {
    browser = await openBrowser();
    axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  });
  afterAll(() => browser.close());

  async function open(form: { readonly width: number; readonly colorScheme: 'light' | 'dark' }) {
    const { width, colorScheme } = form;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    return { page, errors };
  }

  test.each([
    { width: 1300, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'the guide is accessible and fits at $width px, $colorScheme, and finds words',
    async (form) => {
      const { page, errors } = await open(form);
      const hosts = new Set<string>();
      let bytes = 0;
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      page.on('requestfinished', (request) => {
        void request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
          bytes += responseBodySize + responseHeadersSize;
        });
      });
      await page.goto(guide, { waitUntil: 'networkidle' });
      expect(bytes).toBeGreaterThan(5_000);
      expect(bytes).toBeLessThanOrEqual(MAX_FIRST_PAGE_BYTES);
      await check(page);
      await page.getByLabel('Search').fill('clocks callbacks');
      const result = page.getByRole('link', { name: 'Remedies: Clocks' });
      await result.waitFor();
      await check(page);
      await result.click();
      await page.getByRole('heading', { name: 'Clocks' }).waitFor();
      for (const name of ['plant-owner', 'operator', 'operations', 'glossary']) {
        await page.goto(new URL(`${name}.html`, guide).href, { waitUntil: 'load' });
        await check(page);
      }
      await page.getByLabel('Search').fill('zzzzqq');
      await page.getByText('Nothing found').waitFor();
      expect(errors).toEqual([]);
      expect([...hosts]).toEqual([service.url]);
      await page.context().close();
    },
  );

  async function check(page: Page): Promise<void> {
    expect([page.url(), await overflow(page)]).toEqual([
      page.url(),
      expect.toSatisfy((each: number) => each <= 0),
    ]);
    expect([page.url(), await violations(page, axe)]).toEqual([page.url(), []]);
  }
});
