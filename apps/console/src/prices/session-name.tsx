import { Sample } from '../chart/legend-entry.tsx';
import { COLORS, DASHES, type TradeSession } from './sessions.ts';

/** Names a session beside the line that charts draw for it. */
export function SessionName({ session }: { readonly session: string }) {
  if (!isKnown(session)) return session;
  return (
    <>
      <Sample color={COLORS[session]} dash={DASHES[session]} /> {session}
    </>
  );
}

function isKnown(session: string): session is TradeSession {
  return Object.hasOwn(COLORS, session);
}
