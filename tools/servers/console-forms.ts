/** How a window shows the console. */
export interface ConsoleForm {
  /** The width of the window, in pixels of the screen. */
  readonly width?: number;
  /** How much larger than usual everything is; 2: 200 %. */
  readonly zoom?: number;
  readonly isDark?: boolean;
  readonly locale?: string;
}

/** The forms in which every page of the console is measured and pictured. */
export const CONSOLE_FORMS: readonly (Required<ConsoleForm> & { readonly name: string })[] = [
  form(360, 'es'),
  form(360, 'pt', { isDark: true }),
  form(390, 'en'),
  form(768, 'es', { isDark: true }),
  form(1024, 'pt'),
  form(1280, 'en', { isDark: true }),
  form(1440, 'es', { zoom: 2 }),
  form(1920, 'pt'),
  form(2560, 'en'),
];

function form(width: number, language: 'en' | 'es' | 'pt', { isDark = false, zoom = 1 } = {}) {
  const name = `${width} px ${language}${zoom === 1 ? '' : ` ${zoom * 100} %`}${isDark ? ' dark' : ''}`;
  const locale = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' }[language];
  return { name, width, zoom, isDark, locale };
}

/** Returns what a browser is opened with to show the console in a form. */
export function windowOf({
  width = 1300,
  zoom = 1,
  isDark = false,
  locale = 'en-GB',
}: ConsoleForm) {
  return {
    viewport: { width: width / zoom, height: 900 / zoom },
    deviceScaleFactor: zoom,
    colorScheme: isDark ? 'dark' : 'light',
    locale,
    // Elements that fade in have too little contrast meanwhile.
    reducedMotion: 'reduce',
  } as const;
}
