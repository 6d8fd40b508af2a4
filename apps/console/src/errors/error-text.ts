import { ApiError } from '../api/api-error.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill, language, texts } from '../i18n/language.ts';

const t = texts({
  401: [
    'Your session has ended: sign in again, and go on where you were.',
    'Su sesión ha terminado: iníciela de nuevo y continúe donde estaba.',
    'A sua sessão terminou: inicie-a de novo e continue onde estava.',
  ],
  forbidden: [
    'Your key or your account does not have the permission for this. Whoever runs the service can grant it ({what}).',
    'Su clave o su cuenta no tienen permiso para esto. Puede concederlo quien opera el servicio ({what}).',
    'A sua chave ou a sua conta não têm permissão para isto. Quem opera o serviço pode concedê-la ({what}).',
  ],
  permission: ['permission or scope', 'permiso o ámbito', 'permissão ou âmbito'],
  404: [
    'It is not there any more, or is not yours: go back and look for it in its list.',
    'Ya no existe o no es suyo: vuelva atrás y búsquelo en su lista.',
    'Já não existe ou não é seu: volte atrás e procure-o na sua lista.',
  ],
  409: [
    'It does not go together with what is there: reload, and look at what has changed.',
    'No es compatible con lo que ya existe: vuelva a cargar y mire qué ha cambiado.',
    'Não é compatível com o que já existe: recarregue e veja o que mudou.',
  ],
  413: [
    'It is too large: send it in smaller parts.',
    'Es demasiado grande: envíelo en partes más pequeñas.',
    'É demasiado grande: envie-o em partes mais pequenas.',
  ],
  415: [
    'The service does not read this kind of file: save it as CSV or .xlsx.',
    'El servicio no lee este tipo de fichero: guárdelo como CSV o .xlsx.',
    'O serviço não lê este tipo de ficheiro: guarde-o como CSV ou .xlsx.',
  ],
  429: [
    'Too many requests: wait {time} and try again.',
    'Demasiadas peticiones: espere {time} y reintente.',
    'Demasiados pedidos: espere {time} e tente de novo.',
  ],
  500: [
    'The service failed. Try again; if it fails again, tell whoever runs it the time and this page.',
    'El servicio ha fallado. Reintente; si vuelve a fallar, indique la hora y esta página a quien lo opera.',
    'O serviço falhou. Tente de novo; se voltar a falhar, indique a hora e esta página a quem o opera.',
  ],
  503: [
    'The service is busy or stopping: try again in {time}.',
    'El servicio está ocupado o se está deteniendo: reintente en {time}.',
    'O serviço está ocupado ou a parar: tente de novo dentro de {time}.',
  ],
  rejected: [
    'The service rejected this: correct it and try again.',
    'El servicio lo ha rechazado: corríjalo y reintente.',
    'O serviço rejeitou isto: corrija-o e tente de novo.',
  ],
  lost: [
    'There is no connection to the service. Check your network; the page tries again by itself.',
    'No hay conexión con el servicio. Compruebe su red; la página reintenta por sí sola.',
    'Não há ligação ao serviço. Verifique a sua rede; a página tenta de novo sozinha.',
  ],
  timeout: [
    'The service has not answered in time. Try again; nothing is known of what it did.',
    'El servicio no ha respondido a tiempo. Reintente; no se sabe qué llegó a hacer.',
    'O serviço não respondeu a tempo. Tente de novo; não se sabe o que chegou a fazer.',
  ],
  moment: ['a moment', 'un momento', 'um momento'],
  seconds: ['{count} s', '{count} s', '{count} s'],
});

/** Says what failed and what to do about it, in the language of the reader. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError)
    return [adviceOf(error), detailOf(error)].filter(Boolean).join(' ');
  return isTimeout(error) ? t.timeout : t.lost;
}

/** What the reader can do. */
function adviceOf(error: ApiError): string {
  const { status } = error;
  const time = timeOf(error.retryAfter);
  if (status === 403) return forbiddenText(error.needs ?? t.permission);
  if (status === 429) return fill(t[429], { time });
  if (status === 502 || status === 503 || status === 504) return fill(t[503], { time });
  if (status >= 500) return t[500];
  if (status === 401 || status === 404 || status === 409 || status === 413 || status === 415)
    return t[status];
  return t.rejected;
}

/**
 * What the service itself says of a failure, where {@link errorText} leaves it out: in English, and
 * the reader's language is another. Empty where it says no more than the status.
 */
export function serviceText(error: unknown): string {
  if (!(error instanceof ApiError) || language() === 'en') return '';
  return saysMore(error) ? (error.said ?? '') : '';
}

/** Messages of the service that say no more than the status. */
const GENERIC = /^(HTTP \d+|You do not have permission to perform this action\..*|Not found\.)$/;

/** What is wrong with the fields; in English also what the service says, where it is more than the status. */
function detailOf(error: ApiError): string {
  const isForeign = error.said !== undefined && language() !== 'en';
  return isForeign || !saysMore(error) ? '' : error.message;
}

function saysMore({ status, message }: ApiError): boolean {
  return status !== 401 && status !== 429 && !GENERIC.test(message);
}

function timeOf(seconds: number | undefined): string {
  return seconds ? fill(t.seconds, { count: formatNumber(seconds, 0) }) : t.moment;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Names the permission or scope that the operator has to grant. */
export function forbiddenText(what: string): string {
  return fill(t.forbidden, { what });
}
