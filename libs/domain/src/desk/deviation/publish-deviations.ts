import {
  type Clock,
  dateAfter,
  dateAt,
  datesOfMonth,
  isSolanoError,
  type Log,
  startOfDate,
} from '@solano/domain/kernel';
import {
  type AuditLog,
  type DEVIATION_EVENTS,
  deliveryId,
  everyMinute,
  type MessageText,
  type NewDelivery,
  type Portfolio,
  type Schedule,
  type Secrets,
  type WebhookStore,
} from '@solano/domain/service';
import { customerInputs } from '../evaluation/customer-inputs.ts';
import type { ComparedPeriods } from './compared-period.ts';
import type {
  DeviationStore,
  MeasuredPortfolio,
  PublishedDay,
  PublishedFigures,
} from './deviation-store.ts';
import { groupDeviation } from './group-deviation.ts';
import { type DeviationDeps, readDeviation } from './read-deviation.ts';

/** Days that are computed again after a change: measurements and their prices are settled for months. */
const LOOK_BACK_DAYS = 400;
/** Days that a change of purchases, trades or market prices can be about; any other change is. */
const RECENT_DAYS = 35;

export interface PublishDeps extends DeviationDeps {
  readonly deviations: DeviationStore;
  readonly audit: Pick<AuditLog, 'list'>;
  readonly webhooks: Pick<WebhookStore, 'subscribed'>;
  readonly secrets: Pick<Secrets, 'digest'>;
  readonly messageText: MessageText;
  readonly clock: Clock;
  readonly log: Log;
}

/** Looks every minute for days of which all is known, and for what has changed of those before. */
export function deviationSchedule(deps: PublishDeps): Schedule {
  return { name: 'deviations', times: everyMinute(), run: () => publishDeviations(deps) };
}

/**
 * Publishes the days of each portfolio that have become complete, and notes those whose figures are other
 * ones than before, with a message each for the webhooks that name the event. A portfolio whose inputs
 * are those of the last time is passed over. One that cannot be computed is logged. Errors:
 * `store_unavailable`.
 */
export async function publishDeviations(deps: PublishDeps): Promise<void> {
  for (const portfolio of await deps.deviations.portfolios()) {
    try {
      await publishPortfolio(deps, portfolio);
    } catch (err) {
      if (isSolanoError(err, 'store_unavailable')) throw err;
      deps.log.warn({ err, customerId: portfolio.customerId }, 'deviations could not be computed');
    }
  }
}

/** Names of what the figures are computed from: days long ago, and recent ones. */
interface InputNames {
  readonly all: string;
  readonly recent: string;
}

async function inputsOf(
  deps: PublishDeps,
  { customerId, revision }: MeasuredPortfolio,
): Promise<InputNames> {
  const { clock, imbalance } = deps;
  const recent = await customerInputs(deps, customerId);
  const version = await imbalance.seenBy(customerId).version();
  // With the day, as sessions without prices are given up some days after delivery.
  const all = `${dateAt(clock().getTime())} ${version} ${revision}`;
  return { all, recent };
}

async function publishPortfolio(deps: PublishDeps, measured: MeasuredPortfolio): Promise<void> {
  const { customerId, user, retailer, firstStart } = measured;
  const portfolio = { user, retailer };
  const inputs = await inputsOf(deps, measured);
  const computedFrom = JSON.stringify(inputs);
  const known = await deps.deviations.computedFrom(customerId, portfolio);
  if (known === computedFrom) return;
  const before = known === undefined ? undefined : (JSON.parse(known) as InputNames);
  const today = dateAt(deps.clock().getTime());
  const lookBack = before?.all === inputs.all ? RECENT_DAYS : LOOK_BACK_DAYS;
  const first = dateAfter(today, -lookBack);
  const firstMeasured = dateAt(firstStart.getTime());
  const days = { from: firstMeasured > first ? firstMeasured : first, to: dateAfter(today, -1) };
  if (days.from > days.to) return;
  const compared = await readDeviation(deps, { customerId, portfolio, ...days });
  const published = await deps.deviations.revisions(customerId, portfolio, days.from, days.to);
  const changes = changesOf(completeDays(compared), published, deps.clock());
  const deliveries = await messagesOf(deps, measured, changes, published);
  const added = changes.map(({ after }) => after);
  await deps.deviations.publish(customerId, portfolio, added, { computedFrom, deliveries });
}

/** The figures of each day of which nothing is missing. */
function completeDays({
  periods,
  missing,
}: ComparedPeriods): ReadonlyMap<string, PublishedFigures> {
  const complete = new Map<string, PublishedFigures>();
  for (const { key, sum } of groupDeviation(periods, 'day')) {
    if (key.by !== 'day') continue;
    const [start, end] = [startOfDate(key.name), startOfDate(dateAfter(key.name, 1))];
    if (missing.some(({ from, to }) => from < end && to > start)) continue;
    complete.set(key.name, { periods: sum.periods, ...sum.figures, ...sum.causes });
  }
  return complete;
}

/** A day that was published for the first time, or again. */
interface Change {
  readonly before: PublishedDay | undefined;
  readonly after: PublishedDay;
}

function changesOf(
  complete: ReadonlyMap<string, PublishedFigures>,
  published: readonly PublishedDay[],
  at: Date,
): Change[] {
  const newest = new Map(published.map((each) => [each.day, each]));
  const days = [...new Set([...complete.keys(), ...newest.keys()])].sort();
  return days.flatMap((day): Change | [] => {
    const before = newest.get(day);
    const figures = complete.get(day) ?? null;
    if (JSON.stringify(before?.figures ?? null) === JSON.stringify(figures)) return [];
    return { before, after: { day, revision: (before?.revision ?? 0) + 1, at, figures } };
  });
}

type DeviationEvent = (typeof DEVIATION_EVENTS)[number];

interface Message {
  readonly event: DeviationEvent;
  /** Names the message among those of its event and portfolio. */
  readonly name: string;
  readonly data: object;
}

async function messagesOf(
  deps: PublishDeps,
  { customerId, user, retailer }: MeasuredPortfolio,
  changes: readonly Change[],
  published: readonly PublishedDay[],
): Promise<NewDelivery[]> {
  const messages = [
    ...changes.map((each) => messageOf(each)),
    ...readyMonths(changes, published).map((month) => reportMessage({ user, retailer }, month)),
  ];
  const deliveries: NewDelivery[] = [];
  for (const [event, own] of Map.groupBy(messages, (each) => each.event)) {
    const webhooks = await deps.webhooks.subscribed(event);
    const createdAt = deps.clock();
    for (const webhook of webhooks.filter((each) => each.customerId === customerId)) {
      for (const { name, data } of own) {
        const names = [event, webhook.id, user, retailer, name];
        const about = { user, retailer, ...data };
        const body = deps.messageText({ type: event, timestamp: createdAt, data: about });
        const id = deliveryId(deps.secrets, names);
        deliveries.push({ id, webhookId: webhook.id, event, body, createdAt });
      }
    }
  }
  return deliveries;
}

function messageOf({ before, after }: Change): Message {
  const { day, revision, figures } = after;
  const name = `${day} ${revision}`;
  if (!before) return { event: 'deviation.published', name, data: { day, ...figures } };
  const data = { day, revision, before: before.figures, after: figures };
  return { event: 'deviation.revised', name, data };
}

/** The months (`YYYY-MM`) of which the last day has become complete for the first time. */
function readyMonths(changes: readonly Change[], published: readonly PublishedDay[]): string[] {
  const first = changes.filter(({ before }) => !before).map(({ after }) => after.day);
  const days = new Set([...first, ...published.map(({ day }) => day)]);
  const months = [...new Set(first.map((day) => day.slice(0, 'YYYY-MM'.length)))];
  return months.filter((month) => datesOfMonth(month).every((day) => days.has(day)));
}

function reportMessage({ user, retailer }: Portfolio, month: string): Message {
  const query = `retailer_id=${encodeURIComponent(retailer)}&month=${month}`;
  const path = `/api/v0/user/${encodeURIComponent(user)}/report?${query}`;
  return { event: 'report.ready', name: month, data: { month, path } };
}
