import { type CallbackOptions, HttpPurchaseUpdates } from '../src/purchase-updates.ts';

/** Tokens in plain text. */
export const tokens = {
  secretCount: 1,
  issue: (id: string, expiresAt: Date) => `${id}.${expiresAt.getTime()}`,
  recognises: (token: string) => /\.\d+$/.test(token),
  accepts: (token: string, id: string, at: Date) =>
    token.startsWith(`${id}.`) && at.getTime() < Number(token.slice(id.length + 1)),
};

/** Callbacks of a worker that has stored no purchase. */
export function opened(options: Pick<CallbackOptions, 'url'> & Partial<CallbackOptions>) {
  const clock = () => new Date();
  return new HttpPurchaseUpdates({ tokens, clock, isStored: async () => false, ...options });
}
