import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { button, enter, fieldValue, leave, visit } from '../test/visit.tsx';
import { forgetDrafts, useDraft } from './draft.ts';

function Form() {
  const [text, setText, discard] = useDraft('note', () => 'none');
  return (
    <>
      <input
        aria-label="Note"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="button" onClick={discard}>
        Send
      </button>
    </>
  );
}

/** The form of a page that is loaded again. */
function again(): string {
  leave();
  visit(<Form />);
  return fieldValue('Note');
}

it('A draft is there when its page is loaded again, until it is used', async () => {
  const user = visit(<Form />);
  expect(fieldValue('Note')).toBe('none');
  await enter(user, 'Note', 'call Ana');
  expect(again()).toBe('call Ana');
  await user.click(button('Send'));
  expect(again()).toBe('none');
});

it('A draft is the one customer’s who typed it, and nobody’s after signing out', async () => {
  forgetDrafts('Ana');
  const user = visit(<Form />);
  await enter(user, 'Note', 'call Bea');
  forgetDrafts('Ana');
  expect(again()).toBe('call Bea');
  forgetDrafts('Bea');
  expect(again()).toBe('none');
  await enter(user, 'Note', 'call Ana');
  forgetDrafts();
  expect(again()).toBe('none');
});

it('A draft that is too long to keep, or whose storage is full, lasts as long as the page', async () => {
  visit(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>('Note');
  field.value = 'a'.repeat(1_000_001);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(again()).toBe('none');
});
