import { isIP } from 'node:net';
import { invalidRequest, type SolanoError } from '@solano/domain/kernel';
import { isPublicAddress } from './webhook-address.ts';

/** The required form: the parser would repair others, and drop blanks. */
const FORM = /^[a-z]+:\/\/[^\s/?#][^\s]*$/i;

/**
 * Reads the URL of a webhook. Errors: `invalid_request` where it is not https, has credentials or a
 * fragment, or names an address or a host of this machine or a private network; private addresses
 * and http are allowed by `privateAddresses`.
 */
export function readWebhookUrl(text: string, privateAddresses: boolean): URL {
  const url = FORM.test(text) ? URL.parse(text) : null;
  if (!url) throw rejected('is not a URL');
  if (url.protocol !== 'https:' && !(privateAddresses && url.protocol === 'http:')) {
    throw rejected(privateAddresses ? 'must be https or http' : 'must be https');
  }
  if (url.username !== '' || url.password !== '') throw rejected('must not hold credentials');
  if (text.includes('#')) throw rejected('must not have a fragment');
  if (!privateAddresses && !mayBePublic(hostOf(url)))
    throw rejected('names an address that is not public');
  return url;
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The address of a name is checked when it is connected to. */
function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !/(^|\.)localhost\.?$/.test(host);
}

function rejected(why: string): SolanoError {
  return invalidRequest(`The URL of the webhook ${why}.`);
}
