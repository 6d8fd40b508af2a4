import type { Clock } from '@solano/domain/kernel';
import {
  CALENDAR_DAYS,
  CancelledSessions,
  daysFrom,
  type Gate,
  gatesOf,
  type PriceStore,
} from '@solano/domain/market';
import { SCOPES } from '@solano/domain/service';
import { GatesQuery } from '@solano/schemas';
import { type AnonymousCaller, byAddress } from '../authentication/authentication.ts';
import type { RateLimit } from '../authentication/rate-limit.ts';
import { type Endpoint, endpoint, endpointFor, operation } from '../endpoint/endpoint.ts';
import { content, json } from '../http/response.ts';
import { GET_GATE_CALENDAR, LIST_GATES } from './document.ts';

interface GatesDeps {
  readonly clock: Clock;
  readonly prices: PriceStore;
  readonly rateLimit: RateLimit;
}

/** `GET /api/v0/markets/gates`, and the same as a calendar without a key. */
export function gateEndpoints({ clock, prices, rateLimit }: GatesDeps): Endpoint[] {
  const sessions = new CancelledSessions();
  const list = operation({
    scopes: SCOPES,
    query: GatesQuery,
    async handle({ query: { day } }) {
      const now = clock().getTime();
      const days = day === undefined ? daysFrom(now, 1) : [day];
      const [first = '', last = first] = [days[0], days.at(-1)];
      const cancelled = await sessions.of(prices, first, last);
      return json(gatesOf(days, now, cancelled).map(gateJson));
    },
    metadata: LIST_GATES,
  });

  const calendar = operation<AnonymousCaller>({
    scopes: [],
    async handle() {
      const now = clock().getTime();
      const days = daysFrom(now, CALENDAR_DAYS);
      const cancelled = await sessions.of(prices, days[0] as string, days.at(-1) as string);
      // Loaded on demand: few requests need it.
      const { gateCalendar } = await import('./gate-calendar.ts');
      return content('text/calendar; charset=utf-8', gateCalendar(now, cancelled));
    },
    metadata: GET_GATE_CALENDAR,
  });

  return [
    endpoint({ paths: ['/api/v0/markets/gates'], methods: { get: list } }),
    endpointFor(byAddress(rateLimit), {
      paths: ['/api/v0/markets/gates.ics'],
      methods: { get: calendar },
    }),
  ];
}

function gateJson({ session, market, day, periods, status, ...gate }: Gate): object {
  return {
    session,
    market,
    day,
    closes_at: gate.closesAt,
    periods,
    first_label: gate.firstLabel,
    last_label: gate.lastLabel,
    status,
  };
}
