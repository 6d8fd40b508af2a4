import { forbiddenText } from '../errors/error-text.ts';
import { session } from '../session/session.ts';
import { useStore } from '../state/store.ts';
import { issueKey, revokeKey, rotateKey, useKeys } from './data.ts';
import { KeysCard } from './keys-card.tsx';
import { t } from './texts.ts';

/** The customer's own keys. A key can give only the scopes that it has itself. */
export function Keys() {
  const keys = useKeys();
  const current = useStore(session);
  const isIn = current.state === 'in';
  const offered = isIn ? current.scopes.filter((scope) => scope !== 'operator') : [];
  // A key does not read prices where its customer may not.
  const mayReadPrices = isIn && current.permissions?.includes('prices') !== false;
  const usual = offered.filter((scope) => scope !== 'prices' || mayReadPrices);
  return (
    <KeysCard
      query={keys}
      forbidden={forbiddenText(t.keysPermission)}
      offered={offered}
      usual={usual}
      onIssue={issueKey}
      onRotate={rotateKey}
      onRevoke={revokeKey}
    />
  );
}
