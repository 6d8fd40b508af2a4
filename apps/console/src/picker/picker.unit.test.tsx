import { fireEvent, screen } from '@testing-library/dom';
import { useState } from 'preact/hooks';
import { describe, expect, it } from 'vitest';
import { textOf, visit } from '../test/visit.tsx';
import type { Options } from '../ui/fields.tsx';
import { Picker } from './picker.tsx';

const PLANTS = ['Muxía', 'Serra da Muxía', 'Teide'];

interface OpenOptions {
  readonly options?: Options;
  readonly value?: string;
  readonly isNewAllowed?: boolean;
  readonly isImmediate?: boolean;
}

/** Shows a picker between two buttons; returns what was chosen so far. */
function open({ options = PLANTS, value = 'Teide', ...more }: OpenOptions = {}) {
  const chosen: string[] = [];
  function Form() {
    const [current, setCurrent] = useState(value);
    const change = (next: string) => {
      chosen.push(next);
      setCurrent(next);
    };
    return (
      <form onSubmit={() => chosen.push('submitted')}>
        <Picker label="Plant" value={current} options={options} onChange={change} {...more} />
        <button type="button">Other</button>
      </form>
    );
  }
  return { user: visit(<Form />), chosen };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Plant' });
const listed = () => screen.queryAllByRole('option').map(textOf);
const active = () =>
  textOf(document.getElementById(field().getAttribute('aria-activedescendant') ?? ''));
const hint = () => textOf(document.querySelector('.picker-list .hint'));

describe('The picker', () => {
  it('The list opens with a click and names the chosen option', async () => {
    const { user } = open();
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(listed()).toEqual([]);
    await user.click(field());
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(listed()).toEqual(PLANTS);
    expect(active()).toBe('Teide');
    const [selected] = screen.getAllByRole('option', { selected: true });
    expect(textOf(selected ?? null)).toBe('Teide');
    expect(document.getElementById(field().getAttribute('aria-controls') ?? '')?.role).toBe(
      'listbox',
    );
  });

  it('Typing filters without regard to accents, and Enter takes the first match', async () => {
    const { user, chosen } = open();
    await user.type(field(), 'muxia');
    expect(listed()).toEqual(['Muxía', 'Serra da Muxía']);
    expect(hint()).toBe('2 choices');
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['Muxía']);
    expect(field().value).toBe('Muxía');
    expect(listed()).toEqual([]);
  });

  it('Arrows move through the list and around its ends', async () => {
    const { user, chosen } = open({ value: 'Muxía' });
    await user.click(field());
    const seen: string[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await user.keyboard(`{${key}}`);
      seen.push(active());
    }
    expect(seen).toEqual(['Serra da Muxía', 'Teide', 'Muxía', 'Teide']);
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['Teide']);
  });

  it('An arrow opens the closed list, and Enter in the closed list submits the form', async () => {
    const { user, chosen } = open();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(listed()).toEqual(PLANTS);
    await user.keyboard('{Escape}');
    expect(listed()).toEqual([]);
    const closed = fireEvent.keyDown(field(), { key: 'Enter' });
    expect(closed).toBe(true);
    expect(chosen).toEqual([]);
  });

  it('Escape restores the chosen value, and keeps a dialog open', async () => {
    const { user, chosen } = open();
    await user.type(field(), 'mux');
    expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(false);
    expect(field().value).toBe('Teide');
    expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(true);
    expect(chosen).toEqual([]);
  });

  it('Tab takes the first match of what was typed', async () => {
    const { user, chosen } = open();
    await user.type(field(), 'serra');
    await user.tab();
    expect(chosen).toEqual(['Serra da Muxía']);
    expect(listed()).toEqual([]);
  });

  it('A click on an option chooses it once', async () => {
    const { user, chosen } = open();
    await user.click(field());
    await user.click(screen.getByRole('option', { name: 'Muxía' }));
    await user.tab();
    expect(chosen).toEqual(['Muxía']);
  });

  it('A text that is no option is dropped when the field is left', async () => {
    const { user, chosen } = open();
    await user.type(field(), 'nowhere');
    expect(hint()).toBe('Nothing has this name.');
    await user.click(screen.getByRole('button', { name: 'Other' }));
    expect(field().value).toBe('Teide');
    expect(chosen).toEqual([]);
  });

  it('An emptied field is the option of the empty value, where there is one', async () => {
    const { user, chosen } = open({ options: [['', 'All'], ...PLANTS] });
    await user.clear(field());
    await user.tab();
    expect(chosen).toEqual(['']);
    expect(field().value).toBe('All');
  });

  it('The label of an option is shown, and its value chosen', async () => {
    const { user, chosen } = open({
      options: [
        ['a', 'Ana'],
        ['b', 'Eva'],
      ],
      value: 'a',
    });
    expect(field().value).toBe('Ana');
    await user.type(field(), 'ev{Enter}');
    expect(chosen).toEqual(['b']);
  });

  it('Of a thousand names a hundred are listed, and typing finds the others', async () => {
    const options = Array.from({ length: 1_000 }, (_, index) => `Planta ${index}`);
    const { user, chosen } = open({ options, value: 'Planta 3' });
    await user.click(field());
    expect(listed()).toHaveLength(100);
    expect(hint()).toBe('900 more: type a part of the name');
    await user.keyboard('planta 999');
    expect(listed()).toEqual(['Planta 999']);
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['Planta 999']);
  });
});

describe('A picker of names that may be new', () => {
  it('A new name is taken with Enter, and is said to be new', async () => {
    const { user, chosen } = open({ isNewAllowed: true });
    await user.type(field(), ' Tei{Enter}');
    expect(chosen).toEqual(['Tei']);
    await user.keyboard('Loba');
    expect(hint()).toBe('“Loba” is new: press Enter to use it');
  });

  it('A new name is taken when the field is left, and an option by the arrow', async () => {
    const { user, chosen } = open({ isNewAllowed: true });
    await user.type(field(), 'mux');
    await user.tab();
    await user.type(field(), 'mux{ArrowDown}{Enter}');
    expect(chosen).toEqual(['mux', 'Muxía']);
  });

  it('Each letter of a new name counts at once, where nothing has to be loaded', async () => {
    const { user, chosen } = open({ isNewAllowed: true, isImmediate: true, value: '' });
    await user.type(field(), 'ab');
    expect(chosen).toEqual(['a', 'ab']);
  });

  it('An emptied field keeps its value', async () => {
    const { user, chosen } = open({ isNewAllowed: true });
    await user.clear(field());
    await user.tab();
    expect(chosen).toEqual([]);
    expect(field().value).toBe('Teide');
  });
});
