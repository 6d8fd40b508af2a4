import type { Caller } from '@solano/domain';
import type { Request, Response } from 'express';
import { networkOf } from './network.ts';
import { stateOf } from './state.ts';
import { overloaded } from './work-limit.ts';

/** Told how many bytes of a body have arrived since the last time. Errors: `overloaded`. */
export type CountBytes = (bytes: number) => void;

/** A part of the memory for bodies: how much there is of it, and how much is taken. */
interface Account {
  readonly most: number;
  held: number;
  /** Requests that have it open. */
  requests: number;
}

/**
 * The bytes of bodies that requests under way hold in memory, either what they bring or what they
 * are answered: all of them together, a quarter for one caller, and a half for all whom no key has
 * identified.
 */
export class BodyLimit {
  /** Bytes that one caller may have. */
  readonly quarter: number;
  readonly #all: Account;
  readonly #strangers: Account;
  readonly #callers = new Map<string, Account>();

  /** @param largest bytes of the largest body that there may be: a quarter of the memory. */
  constructor(largest: number) {
    this.quarter = largest;
    this.#all = account(4 * largest);
    this.#strangers = account(2 * largest);
  }

  /** Bytes that are held. */
  get held(): number {
    return this.#all.held;
  }

  /** Callers with a request under way. */
  get callers(): number {
    return this.#callers.size;
  }

  /**
   * Accounts for the body of one request until its answer is out or its caller has gone. Where the
   * caller becomes known only while the body comes, all of it is the caller's from then on.
   */
  open(req: Request, res: Response): CountBytes {
    // Call-backs are the service's own, as many as the engine runs at once; one may be large.
    if (stateOf(res).isCallback === true || isOver(res)) return () => {};
    let { caller } = stateOf(res);
    let share = this.#share(req, caller);
    res.once('close', () => share.giveBack());
    return (bytes) => {
      // What arrives after the end would never be given back.
      if (isOver(res)) return;
      let taken = bytes;
      if (caller !== stateOf(res).caller) {
        taken += share.giveBack();
        ({ caller } = stateOf(res));
        share = this.#share(req, caller);
      }
      if (!share.take(taken)) throw overloaded();
    };
  }

  #share(req: Request, caller: Caller | undefined): Share {
    const name = caller ? `key ${caller.key.id}` : `address ${networkOf(req.ip ?? '')}`;
    const own = this.#callers.get(name) ?? account(this.quarter);
    own.requests += 1;
    this.#callers.set(name, own);
    const accounts = caller ? [own, this.#all] : [own, this.#strangers, this.#all];
    return new Share(accounts, () => {
      own.requests -= 1;
      if (own.requests === 0) this.#callers.delete(name);
    });
  }
}

/** What one request has taken, of each of the accounts. */
class Share {
  readonly #accounts: readonly Account[];
  readonly #leave: () => void;
  #held = 0;

  constructor(accounts: readonly Account[], leave: () => void) {
    this.#accounts = accounts;
    this.#leave = leave;
  }

  /** Whether there was room in all of them; otherwise nothing is taken. */
  take(bytes: number): boolean {
    if (this.#accounts.some(({ held, most }) => held + bytes > most)) return false;
    this.#held += bytes;
    for (const each of this.#accounts) each.held += bytes;
    return true;
  }

  /** Ends it: how much it was. */
  giveBack(): number {
    for (const each of this.#accounts) each.held -= this.#held;
    this.#leave();
    return this.#held;
  }
}

function account(most: number): Account {
  return { most, held: 0, requests: 0 };
}

function isOver(res: Response): boolean {
  return res.closed || res.destroyed;
}
