/** Settings of the page: its look, and the last choices of the customer that signed in last; never a key. */
type Setting = 'language' | 'theme' | 'session' | 'choices-of' | Choice;

export const CHOICES = ['user', 'retailer', 'plant'] as const;
type Choice = (typeof CHOICES)[number];

export const PREFIX = 'solano.';

export function readSetting(name: Setting): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    // Storage is blocked: the page works with its defaults.
    return undefined;
  }
}

export function writeSetting(name: Setting, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // If storage is blocked, the choice lasts until the page is closed.
  }
}

/** Whether the browser keeps settings; it may be told not to. */
export function canStore(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

export type Theme = 'auto' | 'light' | 'dark';

/** The chosen theme; `auto` follows the system. */
export function readTheme(): Theme {
  const theme = readSetting('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

const DARK = '(prefers-color-scheme: dark)';

/** Shows the page in the chosen colours. Charts listen for the event `themechange`. */
export function showTheme(): void {
  const theme = readTheme();
  const isDark = theme === 'auto' ? matchMedia(DARK).matches : theme === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  dispatchEvent(new Event('themechange'));
}

/** The page follows the system if no theme was chosen. */
export function followSystemTheme(): void {
  matchMedia(DARK).addEventListener('change', showTheme);
  showTheme();
}
