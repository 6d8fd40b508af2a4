import type { Caller } from '@solano/domain/service';
import type { Request, Response } from 'express';
import type { Callback } from '../authentication/authentication.ts';
import { networkOf } from '../authentication/network.ts';
import { overloaded } from '../http/work-limit.ts';

/** The memory that the body of one request uses. Errors: `overloaded`. */
export interface BodyAccount {
  /** Adds the bytes that have arrived since the last time. */
  readonly count: (bytes: number) => void;
  /** Moves the whole body to the caller's account, once the body itself identifies the caller. */
  readonly identified: (caller: Caller) => void;
}

/** A part of the memory for bodies: its size, and the bytes in use. */
interface Account {
  readonly max: number;
  inFlight: number;
  /** Open requests of the part. */
  requests: number;
}

/**
 * Limits the memory for the bodies of requests in flight, or of their responses: one limit for all
 * of them, a quarter of it for one caller, a customer with all its keys, and a half for all anonymous clients.
 */
export class BodyLimit {
  /** Maximum bytes of one caller. */
  readonly maxPerCaller: number;
  readonly #all: Account;
  readonly #anonymous: Account;
  readonly #callers = new Map<string, Account>();

  /** @param largest maximum bytes of one body: a quarter of the memory. */
  constructor(largest: number) {
    this.maxPerCaller = largest;
    this.#all = account(4 * largest);
    this.#anonymous = account(2 * largest);
  }

  /** Bytes in use. */
  get inFlight(): number {
    return this.#all.inFlight;
  }

  /** Callers with a request under way. */
  get callers(): number {
    return this.#callers.size;
  }

  /**
   * Accounts for the body of one request until its response is sent or its caller has disconnected.
   *
   * @param caller undefined until a key has identified the caller.
   */
  open(req: Request, res: Response, caller?: Caller | Callback): BodyAccount {
    // Callbacks are the service's own, as many as the engine runs at once; one may be large.
    if (isClosed(res) || (caller && 'isCallback' in caller))
      return { count: () => {}, identified: () => {} };
    let share = this.#share(req, caller);
    res.once('close', () => share.release());
    const take = (bytes: number) => {
      if (!share.take(bytes)) throw overloaded();
    };
    return {
      // Bytes that arrive after the end would never be released.
      count: (bytes) => isClosed(res) || take(bytes),
      identified: (known) => {
        if (isClosed(res)) return;
        const released = share.release();
        share = this.#share(req, known);
        take(released);
      },
    };
  }

  #share(req: Request, caller: Caller | undefined): Share {
    const name = caller ? `customer ${caller.customer.id}` : `address ${networkOf(req.ip ?? '')}`;
    const own = this.#callers.get(name) ?? account(this.maxPerCaller);
    own.requests += 1;
    this.#callers.set(name, own);
    const accounts = caller ? [own, this.#all] : [own, this.#anonymous, this.#all];
    return new Share(accounts, () => {
      own.requests -= 1;
      if (own.requests === 0) this.#callers.delete(name);
    });
  }
}

/** The bytes of one request in each of the accounts. */
class Share {
  readonly #accounts: readonly Account[];
  readonly #leave: () => void;
  #inFlight = 0;

  constructor(accounts: readonly Account[], leave: () => void) {
    this.#accounts = accounts;
    this.#leave = leave;
  }

  /** Adds the bytes if there is room in all accounts; otherwise adds none and returns false. */
  take(bytes: number): boolean {
    if (this.#accounts.some(({ inFlight: held, max }) => held + bytes > max)) return false;
    this.#inFlight += bytes;
    for (const each of this.#accounts) each.inFlight += bytes;
    return true;
  }

  /** Ends the account; returns its bytes. */
  release(): number {
    for (const each of this.#accounts) each.inFlight -= this.#inFlight;
    this.#leave();
    return this.#inFlight;
  }
}

function account(max: number): Account {
  return { max, inFlight: 0, requests: 0 };
}

function isClosed(res: Response): boolean {
  return res.closed || res.destroyed;
}
