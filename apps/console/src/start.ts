// The first script of the page: each language has code of its own.
import { type Build, builds } from 'virtual:builds';
import { language } from './i18n/language.ts';
import './style.css';

const { script, imports }: Build = builds[language()];
for (const file of imports) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href: addressOf(file) });
  document.head.append(link);
}
void import(/* @vite-ignore */ addressOf(script));

function addressOf(file: string): string {
  return new URL(file, document.baseURI).href;
}
