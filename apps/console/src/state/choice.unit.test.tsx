import { screen } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnknownChoices } from '../app/unknown-choices.tsx';
import { button, textOf, visit } from '../test/visit.tsx';
import { useChoice } from './choice.ts';
import { changeQuery, useParameter } from './router.ts';

const VIEWS = ['prices', 'spreads'];

function View({ known = VIEWS }: { readonly known?: readonly string[] | undefined }) {
  const [view, setView] = useChoice('view', known, 'prices');
  return (
    <>
      <UnknownChoices />
      <p class="view">{view}</p>
      {['spreads', ''].map((each) => (
        <button key={each} type="button" onClick={() => setView(each)}>
          {each || 'none'}
        </button>
      ))}
    </>
  );
}

const view = () => textOf(document.querySelector('.view'));
const notice = () => textOf(screen.getAllByRole('status').at(-1) ?? null);

describe('A choice in the address', () => {
  it('A choice is the usual one until another is named', async () => {
    history.replaceState(null, '', '#/prices');
    const user = visit(<View />);
    expect(view()).toBe('prices');
    await user.click(button('spreads'));
    expect(view()).toBe('spreads');
    expect(location.hash).toBe('#/prices?view=spreads');
    await user.click(button('none'));
    expect(location.hash).toBe('#/prices');
    expect(notice()).toBe('');
  });

  it('An unknown value does not count, and the page says so while it is there', async () => {
    history.replaceState(null, '', '#/prices?view=nonsense');
    const user = visit(<View />);
    expect(view()).toBe('prices');
    expect(notice()).toBe(
      'The address of this page names “nonsense”, which does not exist here: the page is shown without it. view',
    );
    await user.click(button('spreads'));
    expect(notice()).toBe('');
  });

  it('A part of a page is drawn anew when the parameter that it shows changes, and not when another does', () => {
    history.replaceState(null, '', '#/prices');
    const drawn: string[] = [];
    function Shown({ name }: { readonly name: string }) {
      drawn.push(`${name}: ${useParameter(name) ?? 'none'}`);
      return null;
    }
    visit(['view', 'day'].map((name) => <Shown key={name} name={name} />));
    void act(() => changeQuery({ view: 'spreads' }));
    expect(drawn).toEqual(['view: none', 'day: none', 'view: spreads']);
  });

  it('A value counts while what is known is loading', () => {
    history.replaceState(null, '', '#/outages?view=Teide');
    function Loading() {
      return <p class="view">{useChoice('view', undefined, '')[0]}</p>;
    }
    visit(<Loading />);
    expect(view()).toBe('Teide');
  });
});

describe('A change of the address', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    history.replaceState(null, '', '#/prices?lead=1');
  });
  afterEach(() => vi.useRealTimers());

  it('Changes are steps of the history, those of one parameter within a second a single one', () => {
    const before = history.length;
    const steps = (query: Record<string, string>, ms: number) => {
      vi.advanceTimersByTime(ms);
      changeQuery(query);
      return history.length - before;
    };
    const taken = [
      steps({ from: '2026-11-01' }, 2_000),
      steps({ from: '2026-11-12' }, 100),
      steps({ to: '2026-11-20' }, 100),
      steps({ to: '2026-11-20' }, 2_000),
      steps({ to: '2026-11-21' }, 2_000),
    ];
    expect(taken).toEqual([1, 1, 2, 2, 3]);
    expect(location.hash).toBe('#/prices?lead=1&from=2026-11-12&to=2026-11-21');
  });
});
