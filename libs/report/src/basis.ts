import { mwhText } from '@solano/domain/desk';
import type { MonthReport } from '@solano/domain/desk/report';
import { HOUR_MS } from '@solano/domain/kernel';
import type { Formats } from './format.ts';
import { lackingText } from './tables.ts';
import { fill, type Texts } from './texts.ts';

/** Sentences that say what is compared, what is missing, and what the figures rest on. */
export function basisTexts(report: MonthReport, t: Texts, formats: Formats): string[] {
  return [
    ...coverageTexts(report, t, formats),
    ...boughtTexts(report, t, formats),
    ...ruleTexts(report, t, formats),
  ];
}

function coverageTexts({ start, end, compared }: MonthReport, t: Texts, formats: Formats) {
  const hours = (spans: readonly (readonly [from: number, to: number])[]) => {
    return formats.short(spans.reduce((sum, [from, to]) => sum + to - from, 0) / HOUR_MS);
  };
  const known = hours(compared.periods.map((each) => [each.start, each.end]));
  const text = fill(t.compared, { hours: known, all: hours([[start, end]]) });
  if (compared.missing.length === 0) return [text];
  const byReason = Map.groupBy(compared.missing, ({ what }) => what);
  const missing = Array.from(byReason, ([what, all]) => {
    return `${lackingText(what, t)} ${hours(all.map(({ from, to }) => [from, to]))} h`;
  });
  return [text, fill(t.missingHint, { missing: missing.join(', ') })];
}

function boughtTexts({ compared }: MonthReport, t: Texts, formats: Formats): string[] {
  const { sessions, undecided, notBought } = compared;
  const executed = sessions.filter(({ restsOn }) => restsOn !== 'decision');
  const names = executed.map(({ session }) => session).join(', ');
  const basis = executed.length > 0 ? fill(t.executedHint, { sessions: names }) : t.decidedHint;
  return [
    ...(sessions.length > 0 ? [basis] : []),
    ...(undecided.length > 0 ? [fill(t.undecidedHint, { count: undecided.length })] : []),
    ...notBought.map(({ session, energy }) => {
      return fill(t.notBoughtHint, { session, mwh: formats.decimal(mwhText(energy)) });
    }),
  ];
}

function ruleTexts({ total }: MonthReport, t: Texts, formats: Formats): string[] {
  const { savedAgainstRule, ruleNotBoughtMwh } = total.savings;
  const mwh = formats.decimal(ruleNotBoughtMwh);
  return [
    t.ruleHint,
    ...(savedAgainstRule === null ? [t.ruleUnknown] : []),
    ...(Number(ruleNotBoughtMwh) === 0 ? [] : [fill(t.ruleNotBought, { mwh })]),
  ];
}
