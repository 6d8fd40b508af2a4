import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { textOf, visit } from '../test/visit.tsx';
import { sentences } from '../webhooks/sentences.ts';
import { Said } from './said.tsx';

describe('What the service says', () => {
  it.each([
    ['en', 'The endpoint answered 500.', 'The endpoint answered 500.'],
    ['es', 'The endpoint answered 500.', 'El receptor ha respondido 500.'],
    ['pt', 'The webhook is not in use any more.', 'O webhook já não está em uso.'],
    ['en', 'getaddrinfo failed', 'getaddrinfo failed'],
    ['es', 'getaddrinfo failed', 'Lo que dice el servicio (en inglés): getaddrinfo failed'],
    ['pt', '', ''],
  ] as const)('What the service says is shown in %s: %s', (language, text, shown) => {
    setLanguage(language);
    visit(<Said text={text} sentences={sentences} />);
    expect(textOf(document.body)).toContain(shown);
    const foreign = [...document.querySelectorAll('[lang="en"]')].map(textOf);
    expect(foreign).toEqual(shown.includes('(en inglés)') ? [text] : []);
  });
});
