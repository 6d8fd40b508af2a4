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
  const offered =
    current.state === 'in' ? current.scopes.filter((scope) => scope !== 'operator') : [];
  return (
    <KeysCard
      query={keys}
      forbidden={forbiddenText(t.keysPermission)}
      offered={offered}
      usual={offered}
      onIssue={issueKey}
      onRotate={rotateKey}
      onRevoke={revokeKey}
    />
  );
}
