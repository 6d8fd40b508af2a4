import { render } from 'preact';
import { setOnRejected } from './api/client.ts';
import { App } from './app/app.tsx';
import { pageOf } from './app/pages.ts';
import { Chart } from './chart/lazy-chart.ts';
import { language } from './i18n/language.ts';
import { checkSession, followOtherTabs, readSession, takeCode } from './session/session.ts';
import { parseRoute } from './state/router.ts';
import { followSystemTheme } from './state/settings.ts';
import { showBidiControls } from './ui/bidi.ts';

document.documentElement.lang = language();
followSystemTheme();
showBidiControls();
setOnRejected(() => void checkSession());
takeCode();
addEventListener('hashchange', takeCode);
followOtherTabs();

// The page's code is loaded while the session is requested.
void readSession();
const firstPage = pageOf(parseRoute(location.hash).path);
firstPage?.Component.preload();
if (firstPage?.hasChart) Chart.preload();

const root = document.querySelector('#app');
if (root) render(<App />, root);
