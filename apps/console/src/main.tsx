import { render } from 'preact';
import { setOnRejected } from './api/client.ts';
import { App } from './app/app.tsx';
import { followSystemTheme } from './app/settings.ts';
import { language } from './i18n/language.ts';
import { checkSession, takeCode } from './session/session.ts';
import './style.css';

document.documentElement.lang = language();
followSystemTheme();
setOnRejected(() => void checkSession());
takeCode();
addEventListener('hashchange', takeCode);

const root = document.querySelector('#app');
if (root) render(<App />, root);
