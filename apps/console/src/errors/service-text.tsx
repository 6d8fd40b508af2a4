import { texts } from '../i18n/language.ts';
import { serviceText } from './error-text.ts';

export const t = texts({
  said: [
    'What the service says',
    'Lo que dice el servicio (en inglés)',
    'O que diz o serviço (em inglês)',
  ],
});

/** Offers what the service says of a failure, in English, to readers of another language. */
export function ServiceText({ error }: { readonly error: unknown }) {
  const said = serviceText(error);
  if (said === '') return null;
  return (
    <details class="hint">
      <summary>{t.said}</summary>
      <span lang="en">{said}</span>
    </details>
  );
}
