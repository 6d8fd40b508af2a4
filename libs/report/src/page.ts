import type { ReportLanguage } from '@solano/domain/desk';
import type { MonthReport } from '@solano/domain/desk/report';
import { escaped } from '@solano/svg';
import { basisTexts } from './basis.ts';
import { Formats } from './format.ts';
import { htmlTable } from './html-table.ts';
import { reportCharts } from './report-charts.ts';
import { STYLE } from './style.ts';
import { type ReportTable, reportTables } from './tables.ts';
import { fill, textsOf } from './texts.ts';

/** What a browser may do with the page, from wherever it is opened: show it. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Rows of a list of what is missing: about a page of them. */
const MAX_LISTED = 40;

/** A report as one HTML file without scripts, which prints on A4. */
export function reportPage(report: MonthReport, language: ReportLanguage): string {
  const t = textsOf(language);
  const formats = new Formats(language);
  const tables = reportTables(report, t);
  const charts = reportCharts(report, t, formats);
  const title = fill(t.title, { month: formats.month(report.month) });
  const { user, retailer } = report.portfolio;
  const table = (own: ReportTable) => htmlTable(own, formats);
  const list = (own: ReportTable) => {
    if (own.rows.length === 0) return [];
    const left = own.rows.length - MAX_LISTED;
    const more = left > 0 ? [note(fill(t.more, { count: left }))] : [];
    return [heading(own.title), htmlTable(own, formats, MAX_LISTED), ...more];
  };
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(`${title} · ${user} · ${retailer}`)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${escaped(title)}</h1>`,
    `<p class="whose">${escaped(`${t.user}: ${user} · ${t.retailer}: ${retailer}`)}</p>`,
    note(t.units),
    ...section([heading(tables.summary.title), table(tables.summary)]),
    heading(t.basis),
    '<ul>',
    ...basisTexts(report, t, formats).map((text) => `<li>${escaped(text)}</li>`),
    '</ul>',
    ...section([heading(tables.sessions.title), table(tables.sessions)]),
    ...section([
      '<div class="halves">',
      figure(charts.sessions),
      '<div>',
      heading(tables.causes.title),
      note(t.causesHint),
      table(tables.causes),
      '</div>',
      '</div>',
    ]),
    ...section(
      [heading(tables.days.title), figure(charts.energy), figure(charts.days), table(tables.days)],
      'page',
    ),
    ...section([heading(tables.hours.title), figure(charts.hours), table(tables.hours)], 'page'),
    ...section([heading(tables.weekdays.title), figure(charts.weekdays), table(tables.weekdays)]),
    ...list(tables.missing),
    ...list(tables.undecided),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** @param style `keep` on one printed page, or begin on a new `page`. */
function section(content: readonly string[], style: 'keep' | 'page' = 'keep'): string[] {
  return [`<section class="${style}">`, ...content, '</section>'];
}

function figure(svg: string): string {
  return svg === '' ? '' : `<figure>\n${svg}\n</figure>`;
}

function heading(text: string): string {
  return `<h2>${escaped(text)}</h2>`;
}

function note(text: string): string {
  return `<p class="note">${escaped(text)}</p>`;
}
