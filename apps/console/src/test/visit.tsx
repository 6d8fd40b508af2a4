import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect } from 'vitest';
import { Messages } from '../ui/messages.tsx';

let page: Element | undefined;

/** Shows a part of the console with the messages of the page; returns who uses it. */
export function visit(part: ComponentChildren): UserEvent {
  const host = document.body.appendChild(document.createElement('div'));
  page = host;
  void act(() =>
    render(
      <>
        <Messages />
        {part}
      </>,
      host,
    ),
  );
  return userEvent.setup({ delay: null });
}

/** Closes the page. */
export function leave(): void {
  if (page) render(null, page);
  page?.remove();
}

export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole('button', { name });
}

/** Puts a text into a labelled field in place of what it has. */
export async function enter(user: UserEvent, label: string | RegExp, text: string) {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  // A browser offers parts of a date or time one by one; its value is what counts here.
  if (field.type.startsWith('date'))
    return void fireEvent.input(field, { target: { value: text } });
  await user.clear(field);
  if (text !== '') await user.type(field, text.replace(/[[{]/g, '$&$&'));
}

/** Picks an option of a labelled field by its name. */
export async function pick(user: UserEvent, label: string | RegExp, option: string) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(screen.getByRole('option', { name: option }));
}

export async function paste(user: UserEvent, label: string | RegExp, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

/** The value of a labelled field. */
export function fieldValue(label: string | RegExp): string {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

/** Drops files on the page. */
export function drop(...files: File[]): void {
  fireEvent.drop(document.body, { dataTransfer: { files } });
}

/** Returns the text beside a field: its problem, or a hint. */
export function notesOf(label: string | RegExp): string {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return textOf(document.getElementById(id));
}

/** A text as it is read: without the spaces of numbers and of markup. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The cells of a table's rows, once it is there. */
export async function rowsOf(caption: string | RegExp): Promise<string[][]> {
  const [, ...rows] = within(await screen.findByRole('table', { name: caption })).getAllByRole(
    'row',
  );
  return rows.map((row) => [...row.children].map(textOf));
}

/** The titles of a table's columns. */
export async function titlesOf(caption: string | RegExp): Promise<string[]> {
  const table = await screen.findByRole('table', { name: caption });
  return within(table).getAllByRole('columnheader').map(textOf);
}

/** Waits until the page has reported this. */
export async function reported(text: string | RegExp): Promise<void> {
  const messages = document.querySelector('.messages');
  await waitFor(() => expect(textOf(messages)).toMatch(text));
}
