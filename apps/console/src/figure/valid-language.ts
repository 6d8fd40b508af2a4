/**
 * uPlot makes a number format of the browser's language while it is loaded. The language of a system
 * without one, `en-US@posix`, is none to `Intl`: that of the page takes its place.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  const value = document.documentElement.lang;
  Object.defineProperty(navigator, 'language', { value, configurable: true });
}
