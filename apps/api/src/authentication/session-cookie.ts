import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';

/** The cookie of a signed-in browser: hidden from scripts and from other sites' requests. */
export class SessionCookie {
  readonly #name: string;
  readonly #secure: boolean;

  /** @param secure the service is reached by https alone: the cookie is for its host alone, too. */
  constructor(secure: boolean) {
    this.#name = secure ? '__Host-solano' : 'solano_session';
    this.#secure = secure;
  }

  /** Returns the token in the request's cookie, if there is one. */
  read({ headers }: Request): string | undefined {
    return parseCookie(headers.cookie ?? '')[this.#name];
  }

  /** The header that has the browser send the token until it expires. */
  set(value: string, expires: Date): { 'Set-Cookie': string } {
    const [name, secure] = [this.#name, this.#secure];
    const rules = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
    return { 'Set-Cookie': stringifySetCookie({ name, value, expires, ...rules }) };
  }

  /** The header that makes the browser delete the token. */
  clear(): { 'Set-Cookie': string } {
    return this.set('', new Date(0));
  }
}
