import { options } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visit } from '../test/visit.tsx';
import { Select } from '../ui/fields.tsx';
import { showBidiControls, withoutBidi } from './bidi.ts';

const NAME = 'Muxia\u202e21.0';

describe('A text with bidirectional controls', () => {
  beforeEach(showBidiControls);
  afterEach(() => Reflect.deleteProperty(options, 'vnode'));

  it('A control is named, and all other characters stay', () => {
    expect(withoutBidi('a\u202eb\u2066c\u2069d\u200f\u061c')).toBe(
      'a[U+202E]b[U+2066]c[U+2069]d[U+200F][U+061C]',
    );
    const plain = 'Peña da Loba – “Muxía” 1.250,5 MW\u00a0€ \u{1f32c}';
    expect(withoutBidi(plain)).toBe(plain);
  });

  it('A name with a control is shown without it, alone, among others, and as a label', () => {
    visit(
      <button type="button" title={NAME} aria-label={NAME}>
        {NAME} <b>{[NAME, 1]}</b>
      </button>,
    );
    const shown = document.querySelector('button[title]');
    expect(shown?.textContent).toBe('Muxia[U+202E]21.0 Muxia[U+202E]21.01');
    expect(shown?.getAttribute('title')).toBe('Muxia[U+202E]21.0');
    expect(shown?.getAttribute('aria-label')).toBe('Muxia[U+202E]21.0');
  });

  it('A field sends a name with a control as it is', () => {
    visit(<Select label="Plant" value={NAME} onChange={() => {}} options={[[NAME, NAME]]} />);
    const option = document.querySelector('option');
    expect(option?.value).toBe(NAME);
    expect(option?.textContent).toBe('Muxia[U+202E]21.0');
  });
});
