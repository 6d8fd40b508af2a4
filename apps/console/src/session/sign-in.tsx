import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../i18n/language.ts';
import { Submit } from '../ui/button.tsx';
import { onSubmit } from '../ui/fields.tsx';
import { Notice } from '../ui/states.tsx';
import { type Reason, signInWithKey } from './session.ts';

const t = texts({
  title: ['Sign in', 'Iniciar sesión', 'Iniciar sessão'],
  key: ['API key', 'Clave de API', 'Chave de API'],
  hint: [
    'It is sent once, over this connection, and not kept in the browser. Keys look like sol_…; whoever runs the service issues them.',
    'Se envía una sola vez, por esta conexión, y no se guarda en el navegador. Las claves empiezan por sol_…; las emite quien opera el servicio.',
    'É enviada uma única vez, por esta ligação, e não fica guardada no navegador. As chaves começam por sol_…; são emitidas por quem opera o serviço.',
  ],
  submit: ['Sign in', 'Entrar', 'Entrar'],
  expired: [
    'Your session has ended: sign in again. What you typed stays.',
    'Su sesión ha terminado: vuelva a iniciarla. Lo que escribió se conserva.',
    'A sua sessão terminou: inicie-a de novo. O que escreveu mantém-se.',
  ],
  signedOut: ['You are signed out.', 'Ha cerrado la sesión.', 'Terminou a sessão.'],
  badKey: [
    'This key is not valid: it is unknown, has expired or was revoked.',
    'La clave no es válida: es desconocida, ha caducado o fue revocada.',
    'A chave não é válida: é desconhecida, expirou ou foi revogada.',
  ],
  badCode: [
    'This sign-in link was used already or is too old. Sign in with a key, or ask for another link.',
    'Este enlace ya se usó o ha caducado. Entre con una clave o pida otro enlace.',
    'Esta hiperligação já foi usada ou expirou. Peça outra ou entre com uma chave.',
  ],
  throttled: [
    'Too many attempts: wait a minute.',
    'Demasiados intentos: espere un minuto.',
    'Demasiadas tentativas: espere um minuto.',
  ],
  about: [
    'Solano: plants, outages, forecasts, market prices and energy purchases.',
    'Solano: plantas, indisponibilidades, previsiones, precios de mercado y compras de energía.',
    'Solano: centrais, indisponibilidades, previsões, preços de mercado e compras de energia.',
  ],
});

interface SignInProps {
  readonly reason: Reason;
  /** Whether it is above a page, whose dialogs may be open. */
  readonly isOver?: boolean;
}

export function SignIn({ reason, isOver = false }: SignInProps) {
  return isOver ? (
    <Over>
      <Form reason={reason} />
    </Over>
  ) : (
    <Form reason={reason} />
  );
}

/** A window over the page that stays until somebody has signed in. */
function Over({ children }: { readonly children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useLayoutEffect(open, []);
  return (
    <dialog ref={dialog} aria-label={t.title} onClose={open}>
      {children}
    </dialog>
  );
}

function Form({ reason }: { readonly reason: Reason }) {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    await signInWithKey(key);
    setBusy(false);
  };
  return (
    <form class="card sign-in" onSubmit={onSubmit(submit)}>
      <h1 tabIndex={-1}>{t.title}</h1>
      <p>{t.about}</p>
      {reason !== 'none' && <Notice>{t[reason]}</Notice>}
      <label class="field">
        <span>{t.key}</span>
        <input
          type="password"
          name="key"
          required
          autocomplete="off"
          spellcheck={false}
          value={key}
          aria-describedby="key-hint"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      <p id="key-hint" class="hint">
        {t.hint}
      </p>
      <Submit disabled={isBusy}>{t.submit}</Submit>
    </form>
  );
}
