import { type DeviationFigures, euroText, mwhText } from '@solano/domain/desk';
import type { MonthReport, ReportRow, SavingSum } from '@solano/domain/desk/report';
import type { Texts } from './texts.ts';

/**
 * What the cells of a column are: texts; decimal texts; `YYYY-MM-DD`; 0 to 23; 1 (Monday) to 7; an
 * instant (ms).
 */
type CellKind = 'text' | 'number' | 'day' | 'hour' | 'weekday' | 'time';

export interface TableColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** Of all numbers, where they have the same. */
  readonly decimals?: number;
}

export type TableCell = string | number | null;

/** A table of the report, the same in every form. */
export interface ReportTable {
  /** Also the name of its sheet: at most 31 characters. */
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** The sums of the columns. */
  readonly sum?: readonly TableCell[];
}

/** All tables of a report. */
export function reportTables(report: MonthReport, t: Texts) {
  return {
    summary: summaryTable(report, t),
    sessions: sessionTable(report, t),
    causes: causeTable(report, t),
    days: dayTable(report, t),
    hours: clockTable(report, 'hours', t),
    weekdays: clockTable(report, 'weekdays', t),
    missing: missingTable(report, t),
    undecided: undecidedTable(report, t),
  };
}

const text = (header: string): TableColumn => ({ header, kind: 'text' });
const energy = (header: string): TableColumn => ({ header, kind: 'number', decimals: 3 });
const money = (header: string): TableColumn => ({ header, kind: 'number', decimals: 2 });

function summaryTable({ total }: MonthReport, t: Texts): ReportTable {
  const { boughtMwh, measuredMwh, shortMwh, longMwh, ...costs } = total.deviation.figures;
  const savings = total.savings;
  return {
    title: t.summary,
    columns: [text(t.figure), { header: t.value, kind: 'number' }, text(t.unit)],
    rows: [
      [t.energyBought, boughtMwh, 'MWh'],
      [t.energyMeasured, measuredMwh, 'MWh'],
      [t.energyShort, shortMwh, 'MWh'],
      [t.energyLong, longMwh, 'MWh'],
      [t.marketCost, costs.marketCost, 'EUR'],
      [t.dayAheadOnlyCost, savings.dayAheadOnlyCost, 'EUR'],
      [t.savedAgainstDayAhead, savings.savedAgainstDayAhead, 'EUR'],
      [t.ruleCost, savings.ruleCost, 'EUR'],
      [t.savedAgainstRule, savings.savedAgainstRule, 'EUR'],
      [t.deviationCost, costs.deviationCost, 'EUR'],
      [t.costOverDayAhead, costs.costOverDayAhead, 'EUR'],
    ],
  };
}

function sessionTable({ compared, total }: MonthReport, t: Texts): ReportTable {
  const { boughtMwh, marketCost } = total.deviation.figures;
  return {
    title: t.sessions,
    columns: [text(t.session), energy(t.boughtMwh), money(t.marketEur), text(t.restsOn)],
    rows: compared.sessions.map(({ session, bought, cost, restsOn }) => {
      return [session, mwhText(bought), euroText(cost), t[restsOn]];
    }),
    sum: [t.sum, boughtMwh, marketCost, null],
  };
}

function causeTable({ total }: MonthReport, t: Texts): ReportTable {
  const { causes } = total.deviation;
  const names = ['volumeShort', 'volumeLong', 'correction', 'marketChoice'] as const;
  return {
    title: t.causes,
    columns: [text(t.cause), money('EUR')],
    rows: names.map((name) => [t[name], causes[name]]),
    sum: [t.sum, sumOfCents(names.map((name) => causes[name]))],
  };
}

function sumOfCents(texts: readonly string[]): string {
  const cents = texts.reduce((sum, each) => sum + BigInt(each.replace('.', '')), 0n);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function dayTable({ days, total }: MonthReport, t: Texts): ReportTable {
  const cells = ({ deviation, savings }: SavingSum): TableCell[] => {
    const { marketCost, deviationCost, costOverDayAhead, ...energies } = deviation.figures;
    const { savedAgainstDayAhead, savedAgainstRule } = savings;
    const costs = [marketCost, savedAgainstDayAhead, savedAgainstRule];
    return [...energyCells(energies), ...costs, deviationCost, costOverDayAhead];
  };
  return {
    title: t.days,
    columns: [
      { header: t.day, kind: 'day' },
      ...energyColumns(t),
      money(t.marketEur),
      money(t.savedDayAheadEur),
      money(t.savedRuleEur),
      money(t.deviationEur),
      money(t.overDayAheadEur),
    ],
    rows: days.map((row) => [keyOf(row), ...cells(row.sum)]),
    sum: [t.sum, ...cells(total)],
  };
}

function clockTable(report: MonthReport, by: 'hours' | 'weekdays', t: Texts): ReportTable {
  const cells = ({ deviation }: SavingSum): TableCell[] => {
    const { deviationCost, costOverDayAhead, ...energies } = deviation.figures;
    const { volumeShort, volumeLong, correction, marketChoice } = deviation.causes;
    const causes = [volumeShort, volumeLong, correction, marketChoice];
    return [...energyCells(energies), deviationCost, costOverDayAhead, ...causes];
  };
  return {
    title: t[by],
    columns: [
      by === 'hours' ? { header: t.hour, kind: 'hour' } : { header: t.weekday, kind: 'weekday' },
      ...energyColumns(t),
      money(t.deviationEur),
      money(t.overDayAheadEur),
      ...[t.volumeShort, t.volumeLong, t.correction, t.marketChoice].map((name) =>
        money(`${name} EUR`),
      ),
    ],
    rows: report[by].map((row) => [keyOf(row), ...cells(row.sum)]),
    sum: [t.sum, ...cells(report.total)],
  };
}

function energyColumns(t: Texts): TableColumn[] {
  return [energy(t.boughtMwh), energy(t.measuredMwh), energy(t.shortMwh), energy(t.longMwh)];
}

type Energies = Pick<DeviationFigures, 'boughtMwh' | 'measuredMwh' | 'shortMwh' | 'longMwh'>;

function energyCells({ boughtMwh, measuredMwh, shortMwh, longMwh }: Energies): string[] {
  return [boughtMwh, measuredMwh, shortMwh, longMwh];
}

function keyOf({ key }: ReportRow): TableCell {
  return 'name' in key ? key.name : 'number' in key ? key.number : key.start;
}

function missingTable({ compared }: MonthReport, t: Texts): ReportTable {
  return {
    title: t.missing,
    columns: [{ header: t.from, kind: 'time' }, { header: t.to, kind: 'time' }, text(t.what)],
    rows: compared.missing.map(({ from, to, what }) => [from, to, lackingText(what, t)]),
  };
}

export function lackingText(what: MonthReport['compared']['missing'][number]['what'], t: Texts) {
  return t[what === 'decision' ? 'decisionMissing' : what];
}

function undecidedTable({ compared }: MonthReport, t: Texts): ReportTable {
  return {
    title: t.undecided,
    columns: [text(t.purchase)],
    rows: compared.undecided.map((id) => [id]),
  };
}
