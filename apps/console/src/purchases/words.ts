import { actorName } from '../audit/actor.ts';
import { formatDay, formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { SESSIONS, type Session } from '../prices/sessions.ts';
import { modelName } from '../strategies/model-name.ts';
import type {
  Evaluation,
  HistoryEntry,
  ListedPurchase,
  ModelEvaluation,
  TableRow,
} from './data.ts';
import { t } from './list-texts.ts';

/** Formats the days of delivery, one or a range. */
export function deliveryText(evaluation: ListedPurchase['evaluation']): string {
  const { first_day: first, last_day: last } = evaluation ?? {};
  if (!first || !last) return '–';
  const [from, to] = [first, last].map((day) => formatDay(`${day}T12:00Z`, 'UTC'));
  return from === to ? `${from}` : `${from} – ${to}`;
}

/** Returns purchases less resales in a session, in MW. */
export function tradeOf(row: TableRow, session: Session): number {
  return Number(row[`${session}_buy_mw`] ?? 0) - Number(row[`${session}_sell_mw`] ?? 0);
}

/** Formats purchases less resales by session, such as `MD 35.0, MID1 −2.0`. */
export function tradesOf(row: TableRow): string {
  return SESSIONS.flatMap((session) => {
    const megawatts = tradeOf(row, session);
    return megawatts === 0 ? [] : [`${session} ${formatNumber(megawatts, 1)}`];
  }).join(', ');
}

/** Names a limit that was reached: `cap <session>`, or `resale`. */
export function limitText(limit: string): string {
  const [kind, session = ''] = limit.split(' ');
  if (kind === 'cap') return fill(t.capOf, { session });
  return kind === 'resale' ? t.resale : limit;
}

/** Formats the version of settings and the models that they use. */
export function settingsText(settings: Evaluation['inputs']['settings']): string {
  if (settings === null) return '–';
  const used = settings.models.filter(({ enabled }) => enabled).map(({ idmodel }) => idmodel);
  return fill(t.settingsVersion, { version: settings.version, models: used.join(', ') });
}

/** Formats which forecast of consumption a purchase came from, and whether the desk corrected it. */
export function forecastText(forecast: Evaluation['inputs']['forecast']): string {
  if (forecast === null) return '–';
  const { day, quantile, as_of: asOf, corrected } = forecast;
  const words = { day: formatDay(`${day}T12:00Z`, 'UTC'), quantile, time: formatTime(asOf) };
  return fill(corrected ? t.correctedForecast : t.ofForecast, words);
}

/** Formats a change of status, or a decision with its author and reason. */
export function entryText(entry: HistoryEntry): string {
  if (entry.type === 'status') return `${t[entry.status]} (${t[entry.source]})`;
  const { idmodel, note, decided_by: by } = entry;
  const what = idmodel === null ? t.takenBack : fill(t.decided, { model: modelName(idmodel) });
  return [what, by && actorName(by), note].filter(Boolean).join(' · ');
}

const SHOWN_LABELS = 2;

/** Formats the items without a predicted price. */
export function missingText({ missing }: ModelEvaluation): string {
  const labels = missing.slice(0, SHOWN_LABELS).join(', ');
  return fill(t.missing, { labels: missing.length > SHOWN_LABELS ? `${labels}, …` : labels });
}

/** Translates the service's message on models that it left out into the language of the page. */
export function errorText(error: string): string {
  return error
    .replace(/Model (\d+) left out: fewer than 60 days[^.]*\./g, (_text, model: string) =>
      fill(t.leftOutHistory, { model }),
    )
    .replace(
      /Model (\d+) left out: no price prediction for ([\d :-]+)\./g,
      (_text, model: string, label: string) => fill(t.leftOutPrices, { model, label }),
    );
}
