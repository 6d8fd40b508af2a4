import { fill, language } from '../i18n/language.ts';
import { t } from './service-text.tsx';

/** Sentences of the service, with `{status}` for one of HTTP, and these in the language of the reader. */
type Sentences = Readonly<Record<string, string>>;

/** A sentence of the service in the language of the reader; undefined where that has none for it. */
export function worded(text: string, sentences: Sentences): string | undefined {
  const [status = ''] = /\b\d{3}\b/.exec(text) ?? [];
  const known = sentences[status === '' ? text : text.replace(status, '{status}')];
  return known === undefined ? undefined : fill(known, { status });
}

interface SaidProps {
  readonly text: string;
  readonly sentences?: Sentences;
}

/** Shows what the service says in the language of the reader; else in English, named as what it is. */
export function Said({ text, sentences = {} }: SaidProps) {
  const own = worded(text, sentences);
  if (text === '' || own !== undefined || language() === 'en') return <>{own ?? text}</>;
  return (
    <>
      <small>{t.said}:</small> <span lang="en">{text}</span>
    </>
  );
}
