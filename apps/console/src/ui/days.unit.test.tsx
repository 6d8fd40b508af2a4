import { fireEvent, screen } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { button, fieldValue, visit } from '../test/visit.tsx';
import { DayFields, useDays } from './days.tsx';

const MAX_DAYS = 31;

function Example() {
  const days = useDays({ from: '2026-11-20', to: '2026-11-24' }, MAX_DAYS);
  return <DayFields days={days} maxDays={MAX_DAYS} />;
}

const at = (query: string) => history.replaceState(null, '', `#/production${query}`);
const shown = () => [fieldValue('From'), fieldValue('To')];
const enter = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

beforeEach(() => at(''));

describe('A range of days', () => {
  it.each([
    ['', ['2026-11-20', '2026-11-24']],
    ['?from=2026-10-24&to=2026-10-26', ['2026-10-24', '2026-10-26']],
    ['?from=2026-10-24&to=2026-11-23', ['2026-10-24', '2026-11-23']],
    ['?from=2026-10-24&to=2026-11-24', ['2026-11-20', '2026-11-24']],
    ['?from=2026-10-24&to=2026-10-23', ['2026-11-20', '2026-11-24']],
    ['?from=2026-10-24', ['2026-11-20', '2026-11-24']],
    ['?from=2026-13-24&to=2026-13-24', ['2026-11-20', '2026-11-24']],
  ])('The address with “%s” has the days %j', (query, days) => {
    at(query);
    visit(<Example />);
    expect(shown()).toEqual(days);
  });

  it('A range of days is kept in the address, and its other end follows', () => {
    visit(<Example />);
    enter('From', '2026-11-26');
    expect(location.hash).toBe('#/production?from=2026-11-26&to=2026-11-26');
    enter('To', '2026-11-10');
    expect(shown()).toEqual(['2026-11-10', '2026-11-10']);
    enter('To', '2026-12-31');
    expect(shown()).toEqual(['2026-12-01', '2026-12-31']);
    enter('From', '2026-01-01');
    expect(shown()).toEqual(['2026-01-01', '2026-01-31']);
  });

  it('A day that is not entered completely changes nothing', () => {
    visit(<Example />);
    for (const value of ['', '0002-11-21', '0202-11-21']) enter('From', value);
    expect(location.hash).toBe('#/production');
  });

  it('A range of days moves by its own length', async () => {
    const user = visit(<Example />);
    await user.click(button('Previous'));
    expect(shown()).toEqual(['2026-11-15', '2026-11-19']);
    await user.click(button('Next'));
    expect(shown()).toEqual(['2026-11-20', '2026-11-24']);
  });
});
