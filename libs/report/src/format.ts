import type { ReportLanguage } from '@solano/domain/desk';
import { DAY_MS } from '@solano/domain/kernel';

/** As in the console: English with the clock and the order of dates that the market uses. */
const LOCALES: Readonly<Record<ReportLanguage, string>> = {
  en: 'en-GB',
  es: 'es-ES',
  pt: 'pt-PT',
};

const NONE = '–';
const MADRID = 'Europe/Madrid';
const WEEKDAY_LETTERS = 3;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Writes numbers and times as a language does. */
export class Formats {
  readonly #locale: string;
  readonly #numbers = new Map<number, Intl.NumberFormat>();
  readonly #short: Intl.NumberFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #times: Intl.DateTimeFormat;

  constructor(language: ReportLanguage) {
    this.#locale = LOCALES[language];
    this.#short = new Intl.NumberFormat(this.#locale, { useGrouping: 'always' as never });
    this.#days = new Intl.DateTimeFormat(this.#locale, {
      weekday: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    this.#times = new Intl.DateTimeFormat(this.#locale, {
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: MADRID,
    });
  }

  /** A decimal text, exactly, with its own decimals; a dash for none. */
  decimal(text: string | null): string {
    if (text === null) return NONE;
    const decimals = text.split('.')[1]?.length ?? 0;
    const known = this.#numbers.get(decimals);
    const format = known ?? this.#decimals(decimals);
    this.#numbers.set(decimals, format);
    return format.format(text as `${number}`);
  }

  #decimals(count: number): Intl.NumberFormat {
    return new Intl.NumberFormat(this.#locale, {
      useGrouping: 'always' as never,
      minimumFractionDigits: count,
      maximumFractionDigits: count,
    });
  }

  /** With as few decimals as it needs: of an axis. */
  short(value: number): string {
    return this.#short.format(value);
  }

  /** `2026-10` as `October 2026`. */
  month(month: string): string {
    const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    return new Date(`${month}-01T00:00Z`).toLocaleDateString(this.#locale, options);
  }

  /** `2026-10-05` as `Mon 5`. */
  day(date: string): string {
    return this.#days
      .formatToParts(new Date(`${date}T00:00Z`))
      .map(({ type, value }) => (type === 'weekday' ? value.slice(0, WEEKDAY_LETTERS) : value))
      .join('');
  }

  /** 1 is Monday. */
  weekday(number: number): string {
    const options = { weekday: 'long', timeZone: 'UTC' } as const;
    return new Date(MONDAY + (number - 1) * DAY_MS).toLocaleDateString(this.#locale, options);
  }

  /** An instant (ms) on the clock of Madrid. */
  time(instant: number): string {
    return this.#times.format(instant);
  }
}
