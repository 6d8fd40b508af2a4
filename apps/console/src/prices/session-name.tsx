import { Sample } from '../chart/legend-entry.tsx';
import { COLORS, DASHES, type TradeSession } from './sessions.ts';

/** Names a session beside the line that charts draw for it. */
export function SessionName({ session }: { readonly session: string }) {
  if (!isKnown(session)) return session;
  return (
    <span class="session">
      <Sample color={COLORS[session]} dash={DASHES[session]} /> {session}
    </span>
  );
}

function isKnown(session: string): session is TradeSession {
  return Object.hasOwn(COLORS, session);
}
