import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  formatClock,
  formatCountdown,
  formatDate,
  formatDay,
  formatInput,
  formatMoment,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShort,
  formatTime,
} from './format.ts';
import { type Language, setLanguage } from './language.ts';

beforeEach(() => setLanguage('en'));
afterEach(() => setLanguage('en'));

/** Spaces that break no line are written as others here. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

function inEach(format: () => string): Record<Language, string> {
  const read = (language: Language) => {
    setLanguage(language);
    return plain(format());
  };
  const texts = { en: read('en'), es: read('es'), pt: read('pt') };
  setLanguage('en');
  return texts;
}

describe('A number', () => {
  it.each([
    [1234.5, 2, { en: '1,234.50', es: '1.234,50', pt: '1 234,50' }],
    [-1234567.891, 2, { en: '-1,234,567.89', es: '-1.234.567,89', pt: '-1 234 567,89' }],
    [0.45, 3, { en: '0.450', es: '0,450', pt: '0,450' }],
    [999, 0, { en: '999', es: '999', pt: '999' }],
    [1000, 0, { en: '1,000', es: '1.000', pt: '1 000' }],
  ])(
    'The number %d with %d decimals is grouped and marked as the language does',
    (value, decimals, texts) => {
      expect(inEach(() => formatNumber(value, decimals))).toEqual(texts);
    },
  );

  it('A number in a text, as money is sent, is shown like a number', () => {
    expect(formatNumber('848107.00', 2)).toBe('848,107.00');
    expect(formatNumber('-0.005', 3)).toBe('-0.005');
  });

  it.each(['', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 'x'])(
    'The text %s, which is no number, is a dash',
    (value) => {
      expect(formatNumber(value, 2)).toBe('–');
    },
  );

  it('A short number has no more decimals than it needs, and at most three', () => {
    expect([0.5, 2, 1.2345, 1234.5].map((value) => formatShort(value))).toEqual([
      '0.5',
      '2',
      '1.235',
      '1,234.5',
    ]);
    expect(formatShort(1.2345, 1)).toBe('1.2');
  });

  it('An input’s number has the decimal sign of the language and no grouping', () => {
    expect(inEach(() => formatInput('1250.125'))).toEqual({
      en: '1250.125',
      es: '1250,125',
      pt: '1250,125',
    });
    expect(formatInput(null)).toBe('');
  });

  it('A percentage has its sign after a space, or is a dash', () => {
    expect(inEach(() => formatPercent(12.34))).toEqual({
      en: '12.3 %',
      es: '12,3 %',
      pt: '12,3 %',
    });
    expect(formatPercent(99.5, 0)).toBe('100 %');
    expect(formatPercent(0)).toBe('0.0 %');
    expect(formatPercent(null)).toBe('–');
  });
});

describe('An instant', () => {
  const WINTER = '2026-11-22T23:30:00Z';
  const SUMMER = '2026-07-01T22:05:00Z';

  it('An instant is a time of Madrid, whatever the clock of the machine, in winter and summer', () => {
    expect(inEach(() => formatTime(WINTER))).toEqual({
      en: '23/11/2026, 00:30',
      es: '23/11/26, 0:30',
      pt: '23/11/26, 00:30',
    });
    expect(formatTime(SUMMER)).toBe('02/07/2026, 00:05');
  });

  it('An instant is a time of the zone that is asked for', () => {
    expect(formatTime(WINTER, 'Atlantic/Canary')).toBe('22/11/2026, 23:30');
    expect(formatTime(WINTER, 'UTC')).toBe('22/11/2026, 23:30');
    expect(formatClock(SUMMER, 'Europe/Lisbon')).toBe('23:05');
  });

  it('An instant of the hours that October repeats has its offset, which tells them apart', () => {
    const shown = ['2026-10-24T23:45', '2026-10-25T00:15', '2026-10-25T01:15', '2026-10-25T02:00'];
    const of = (format: typeof formatClock, zone?: string) =>
      shown.map((at) => plain(format(`${at}Z`, zone)));
    expect(of(formatClock)).toEqual(['01:45', '02:15 UTC+2', '02:15 UTC+1', '03:00']);
    expect(of(formatClock, 'Atlantic/Canary')).toEqual([
      '00:45',
      '01:15 UTC+1',
      '01:15 UTC+0',
      '02:00',
    ]);
    expect(of(formatMoment)[2]).toBe('Sun 25 Oct, 02:15 UTC+1');
    expect(of(formatTime)[1]).toBe('25/10/2026, 02:15 UTC+2');
    expect(of(formatDate)[1]).toBe('25 Oct 2026');
  });

  it('A day begins at 00:00, not at 24:00', () => {
    expect(inEach(() => formatClock('2026-11-22T23:00Z'))).toEqual({
      en: '00:00',
      es: '00:00',
      pt: '00:00',
    });
  });

  it('A date names weekday, day and month in the language', () => {
    expect(inEach(() => formatDay(WINTER))).toEqual({
      en: 'Mon 23 Nov',
      es: 'lun, 23 nov',
      pt: expect.stringMatching(/^seg, 23/),
    });
    expect(inEach(() => formatDate(WINTER))).toEqual({
      en: '23 Nov 2026',
      es: '23 nov 2026',
      pt: expect.stringMatching(/^23.*2026$/),
    });
    expect(formatMoment(WINTER)).toBe('Mon 23 Nov, 00:30');
  });

  it.each([null, undefined, 'soon'])('The text %s, which is no instant, is a dash', (at) => {
    for (const format of [formatTime, formatClock, formatDay, formatDate, formatMoment])
      expect(format(at)).toBe('–');
  });
});

describe('A distance in time', () => {
  const NOW = Date.parse('2026-11-22T10:00Z');
  const from = (ms: number) => formatRelative(NOW + ms, NOW);
  const MINUTE = 60_000;

  it('A distance in time is in the largest unit that fits, ahead and ago', () => {
    expect(from(30_000)).toBe('in 30 seconds');
    expect(from(5 * MINUTE)).toBe('in 5 minutes');
    expect(from(-3 * 60 * MINUTE)).toBe('3 hours ago');
    expect(from(-47 * 60 * MINUTE)).toBe('2 days ago');
    expect(from(-24 * 60 * MINUTE)).toBe('yesterday');
  });

  it('A distance in time is in the language', () => {
    expect(inEach(() => from(5 * MINUTE))).toEqual({
      en: 'in 5 minutes',
      es: 'dentro de 5 minutos',
      pt: 'dentro de 5 minutos',
    });
    expect(formatRelative(null, NOW)).toBe('–');
  });

  test.each([
    [0, '0:00:00'],
    [999, '0:00:00'],
    [59_999, '0:00:59'],
    [60_000, '0:01:00'],
    [11_225_000, '3:07:05'],
    [100 * 3_600_000, '100:00:00'],
    [-5_000, '0:00:00'],
  ])('A countdown of %i ms is %s', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });
});
