import { utcDate, wallTime } from '../time/label.ts';
import { because, type Reason } from './reasons.ts';

/** The order of day, month and year in the dates of a file. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const FORM =
  /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:(?:[T\s]|,\s*)\s*(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d{1,6})?)?(?:\s*([ap])\.?\s?m\.?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

interface DateReading {
  /** The orders in which it is a date. */
  readonly orders: readonly DateOrder[];
  /** First and second number where the year comes last, month and day where it comes first. */
  readonly first: number;
  readonly second: number;
  readonly year: number;
  /** Undefined if there is no time. */
  readonly time: string | undefined;
  /** `24:00` and the like. */
  readonly isNextDay: boolean;
  readonly offset: string;
}

function readDateForm(text: string): DateReading | 'no_year' | undefined {
  const match = FORM.exec(text.trim());
  if (!match) return undefined;
  const [, a = '', , b = '', c = '', hours, , , , half, offset = ''] = match;
  const [isFirst, isLast] = [a.length === 4, c.length === 4];
  if (isFirst === isLast) return isFirst ? undefined : 'no_year';
  const [first, second] = isFirst ? [Number(b), Number(c)] : [Number(a), Number(b)];
  const orders = isFirst ? ymdOrders(first) : ordersOf(first, second);
  const time = hours === undefined ? undefined : timeOf(match, half);
  if (orders.length === 0 || time === null) return undefined;
  const isNextDay = time === '24:00:00';
  const year = Number(isFirst ? a : c);
  return { orders, first, second, year, time: isNextDay ? '00:00:00' : time, isNextDay, offset };
}

function ymdOrders(month: number): DateOrder[] {
  return month >= 1 && month <= 12 ? ['ymd'] : [];
}

function ordersOf(first: number, second: number): DateOrder[] {
  const orders: DateOrder[] = [];
  if (second >= 1 && second <= 12 && first >= 1 && first <= 31) orders.push('dmy');
  if (first >= 1 && first <= 12 && second >= 1 && second <= 31) orders.push('mdy');
  return orders;
}

/** `HH:MM:SS[.f]` of 24 hours; null where there is no such time. */
function timeOf(match: RegExpExecArray, half: string | undefined): string | null {
  const [, , , , , hours = '', minutes = '', seconds = '00', fraction = ''] = match;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const time = `${pad(hour)}:${minutes}:${seconds}${fraction.replace(',', '.')}`;
  if (hour === 24) return time === '24:00:00' ? time : null;
  return hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 ? time : null;
}

/** A date and time as ISO 8601, or what is wrong with it. */
export type DateResult = { readonly iso: string } | Reason;

/** The order of a file's dates: what its sender says, or the first date that proves one. */
export class DateForm {
  #order: DateOrder | undefined;
  /** Undefined if the request says the order. */
  #proof: number | undefined;
  #hasYearFirst = false;

  constructor(order?: DateOrder) {
    this.#order = order;
  }

  /** Undefined if no date has shown it. */
  get order(): DateOrder | undefined {
    return this.#order ?? (this.#hasYearFirst ? 'ymd' : undefined);
  }

  /** Looks at a date of the file, before any of them is read. */
  learn(text: string, line: number): void {
    const reading = readDateForm(text);
    if (!reading || reading === 'no_year') return;
    const [order, other] = reading.orders;
    if (order === 'ymd') this.#hasYearFirst = true;
    else if (this.#order === undefined && other === undefined) {
      this.#order = order;
      this.#proof = line;
    }
  }

  /** A date that begins with its year is read whatever the order of the others. */
  read(text: string): DateResult {
    const reading = readDateForm(text);
    if (!reading) return because('not_a_time');
    if (reading === 'no_year') return because('no_year');
    if (reading.time === undefined) return because('no_time_of_day');
    const order = this.#dateOrder(reading);
    if ('reason' in order) return order;
    return { iso: isoOf(reading, order.order) };
  }

  #dateOrder({ orders, first, second }: DateReading): { order: DateOrder } | Reason {
    const [only, other] = orders;
    if (only === 'ymd') return { order: only };
    if (this.#order !== undefined && orders.includes(this.#order)) return { order: this.#order };
    if (this.#order !== undefined) {
      const order = this.#order;
      return this.#proof === undefined
        ? because('order_of_request', { order })
        : because('order_of_line', { order, line: this.#proof });
    }
    if (only !== undefined && (other === undefined || first === second)) return { order: only };
    return because('ambiguous_date');
  }
}

function isoOf({ year, first, second, time, isNextDay, offset }: DateReading, order: DateOrder) {
  const [month, day] = order === 'dmy' ? [second, first] : [first, second];
  const date = isNextDay
    ? utcDate(wallTime(year, month, day + 1))
    : `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  return `${date}T${time}${offset}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
