import type { VisitorOptions } from './console.ts';

/** The forms in which every page is looked at; 200 % of 1,440 px is half as wide. */
export const FORMS: readonly (VisitorOptions & { readonly name: string })[] = [
  { name: '360 px, Spanish', width: 360, locale: 'es-ES' },
  { name: '360 px, Portuguese, dark', width: 360, locale: 'pt-PT', isDark: true },
  { name: '390 px, English', width: 390, locale: 'en-GB' },
  { name: '768 px, Spanish, dark', width: 768, locale: 'es-ES', isDark: true },
  { name: '1024 px, Portuguese', width: 1024, locale: 'pt-PT' },
  { name: '1280 px, English, dark', width: 1280, locale: 'en-GB', isDark: true },
  { name: '1440 px at 200 %, Spanish', width: 1440, zoom: 2, locale: 'es-ES' },
  { name: '1920 px, Portuguese', width: 1920, locale: 'pt-PT' },
  { name: '2560 px, English', width: 2560, locale: 'en-GB' },
];
