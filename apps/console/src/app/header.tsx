import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import type { Language } from '../i18n/language.ts';
import { LANGUAGE_NAMES, LANGUAGES, language, showLanguage } from '../i18n/language.ts';
import { session, signOut } from '../session/session.ts';
import { linkTo, usePath } from '../state/router.ts';
import { readTheme, showTheme, type Theme, writeSetting } from '../state/settings.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { usePrinting } from '../ui/printing.tsx';
import { FIRST_PAGE, PAGES, pageOf } from './pages.ts';
import { t } from './texts.ts';

/** Says on paper whose page it is, and as of when. */
export function PrintHead() {
  const current = useStore(session);
  // It is written anew when the page is printed.
  usePrinting();
  if (current.state !== 'in') return null;
  return (
    <p class="print-head" aria-hidden="true">
      Solano · {current.customer} · {formatTime(Date.now())}
    </p>
  );
}

export function Header() {
  const current = useStore(session);
  const [isOpen, setOpen] = useState(false);
  const path = usePath();
  useEffect(() => setOpen(false), [path.join('/')]);
  return (
    <header class="header">
      <a class="brand" href="#/">
        Solano
      </a>
      {current.state === 'in' && (
        <>
          <Button
            class="menu-button"
            aria-expanded={isOpen}
            aria-controls="pages"
            onClick={() => setOpen(!isOpen)}
          >
            {t.menu}
          </Button>
          <nav id="pages" aria-label={t.pages} class={isOpen ? 'open' : ''}>
            {PAGES.filter((page) => !page.scope || current.scopes.includes(page.scope)).map(
              (page) => (
                <a
                  key={page.name}
                  href={linkTo(page.name === FIRST_PAGE ? [] : [page.name])}
                  aria-current={pageOf(path) === page ? 'page' : undefined}
                >
                  {page.title()}
                </a>
              ),
            )}
          </nav>
        </>
      )}
      <div class={`account ${isOpen ? 'open' : ''}`}>
        {current.state === 'in' && (
          <>
            <span class="who">
              {current.customer}
              {current.label && ` · ${current.label}`}
            </span>
            <Button class="plain" onClick={() => void signOut()}>
              {t.signOut}
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

/** The menu of rarely used items: settings of the page, and the links to the guide and to the documentation of the API. */
export function Footer() {
  return (
    <footer class="footer">
      <LanguageSelect />
      <ThemeSelect />
      <a href={`${BASE}/docs/guide/`}>{t.guide}</a>
      <a href={`${BASE}/docs/`}>{t.api}</a>
    </footer>
  );
}

function LanguageSelect() {
  return (
    <select
      aria-label={t.language}
      value={language()}
      onChange={(event) => showLanguage(event.currentTarget.value as Language)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useState(readTheme());
  return (
    <select
      aria-label={t.theme}
      value={theme}
      onChange={(event) => {
        const next = event.currentTarget.value as Theme;
        writeSetting('theme', next);
        setTheme(next);
        showTheme();
      }}
    >
      <option value="auto">{t.auto}</option>
      <option value="light">{t.light}</option>
      <option value="dark">{t.dark}</option>
    </select>
  );
}
