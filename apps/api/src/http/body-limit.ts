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
 * The bytes of bodies that requests under way hold in memory: all of them together, a quarter for
 * one caller, and a half for all whom no key has identified.
 */
export class BodyLimit {
  readonly #quarter: number;
  readonly #all: Account;
  readonly #strangers: Account;
  readonly #callers = new Map<string, Account>();

  /** @param largest bytes of the largest body that there may be: a quarter of the memory. */
  constructor(largest: number) {
    this.#quarter = largest;
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

  /** Accounts for the body of one request until its answer is out or its caller has gone. */
  open(req: Request, res: Response): CountBytes {
    const { caller, isCallback } = stateOf(res);
    // Call-backs are the service's own, as many as the engine runs at once; one may be large.
    if (isCallback === true || isOver(res)) return () => {};
    const name = caller ? `key ${caller.key.id}` : `address ${networkOf(req.ip ?? '')}`;
    const own = this.#openOwn(name);
    const accounts = caller ? [own, this.#all] : [own, this.#strangers, this.#all];
    let held = 0;
    res.once('close', () => {
      for (const each of accounts) each.held -= held;
      own.requests -= 1;
      if (own.requests === 0) this.#callers.delete(name);
    });
    return (bytes) => {
      // What arrives after the end would never be given back.
      if (isOver(res)) return;
      if (accounts.some((each) => each.held + bytes > each.most)) throw overloaded(res);
      held += bytes;
      for (const each of accounts) each.held += bytes;
    };
  }

  #openOwn(name: string): Account {
    const own = this.#callers.get(name) ?? account(this.#quarter);
    own.requests += 1;
    this.#callers.set(name, own);
    return own;
  }
}

function account(most: number): Account {
  return { most, held: 0, requests: 0 };
}

function isOver(res: Response): boolean {
  return res.closed || res.destroyed;
}
