import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  type ReportFormat,
  type ReportLanguage,
} from '@solano/domain/desk';
import { type MonthReport, readReport } from '@solano/domain/desk/report';
import { requireText } from '@solano/domain/kernel';
import { requireCustomer } from '@solano/domain/service';
import { reportJson } from '@solano/schemas';
import { type Command, Option } from 'commander';
import { requireWritable, writeOutput } from '../output.ts';
import { addAction, UsageError } from '../run.ts';

interface ReportOptions {
  readonly month: string;
  readonly format: ReportFormat;
  readonly lang: ReportLanguage;
  readonly out?: string;
}

export function addCommands(report: Command): void {
  report
    .arguments('<customer> <user> <retailer>')
    .requiredOption('--month <month>', 'month of delivery (Madrid days), YYYY-MM')
    .addOption(
      new Option('--format <format>', 'what it is written in')
        .choices(REPORT_FORMATS)
        .default('json'),
    )
    .addOption(
      new Option('--lang <language>', 'of xlsx and html').choices(REPORT_LANGUAGES).default('en'),
    )
    .option('--out <file>', 'the file; left out, json and html go to standard output');
  addAction<ReportOptions>(
    report,
    async ({ open }, [customerName = '', user = '', retailer = ''], options) => {
      const { month, format, lang, out } = options;
      const portfolio = {
        user: requireText(user, 'argument: user'),
        retailer: requireText(retailer, 'argument: retailer'),
      };
      if (out !== undefined) await requireWritable(out);
      else if (format === 'xlsx') throw new UsageError('A report as xlsx needs --out <file>.');
      await using opened = await open();
      const { id: customerId } = await requireCustomer(opened.customers, customerName);
      const made = await readReport(opened, { customerId, portfolio, month });
      const content = await contentOf(made, format, lang);
      // With `--json` it is JSON, whatever is written to the file.
      const json = reportJson(made);
      if (out === undefined) return { json, text: (await text(content)).trimEnd() };
      await writeOutput(out, content);
      return { json, text: `The report of ${month} is in ${out}.` };
    },
  );
}

async function contentOf(
  report: MonthReport,
  format: ReportFormat,
  language: ReportLanguage,
): Promise<Readable> {
  if (format === 'json') return Readable.from([`${JSON.stringify(reportJson(report), null, 2)}\n`]);
  // The modules are loaded only if they are needed.
  const { reportPage, reportSheets } = await import('@solano/report');
  if (format === 'html') return Readable.from([reportPage(report, language)]);
  const { writeSpreadsheet } = await import('@solano/spreadsheet/workbook');
  return writeSpreadsheet(reportSheets(report, language));
}
