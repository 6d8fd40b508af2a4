import { useEffect } from 'preact/hooks';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { fill } from '../i18n/language.ts';
import { Picker } from '../picker/picker.tsx';
import { choicesOf } from '../state/last-choices.ts';
import { changeQuery, replaceQuery, useParameter } from '../state/router.ts';
import { readSetting, writeSetting } from '../state/settings.ts';
import { Store, useStore } from '../state/store.ts';
import type { Days } from '../time/days.ts';
import { common } from '../ui/texts.ts';
import { NextStep } from './next-step.tsx';
import { usePortfolios } from './portfolios.ts';
import { t } from './texts.ts';

/** The user and retailer whose purchases and strategies the page shows. */
export interface Desk {
  readonly user: string;
  readonly retailer: string;
}

/** The last choice, which is a setting of the page. */
const last = new Store<Desk>(readLast());
// Another customer has users and retailers of its own.
choicesOf.follow(() => last.set(readLast()));

function readLast(): Desk {
  return { user: readSetting('user') ?? '', retailer: readSetting('retailer') ?? '' };
}

/** Returns the user and retailer that the address of the page names, else the last choice. */
export function useDesk(): Desk {
  const kept = useStore(last);
  return useNamed() ?? kept;
}

function useNamed(): Desk | undefined {
  const [user, retailer = ''] = [useParameter('user'), useParameter('retailer_id')];
  return user ? { user, retailer } : undefined;
}

function queryOf({ user, retailer }: Desk) {
  return { user: user || undefined, retailer_id: retailer || undefined };
}

/** The query of an address that is about a user, a retailer and days. */
export function deskQuery({ user, retailer }: Desk, days?: Days): Record<string, string> {
  return { user, retailer_id: retailer, ...(days && { from: days.from, to: days.to }) };
}

/** Stores the last choice; spaces around the names do not count. */
export function chooseDesk(names: Desk): void {
  const next = { user: names.user.trim(), retailer: names.retailer.trim() };
  if (next.user === last.value.user && next.retailer === last.value.retailer) return;
  writeSetting('user', next.user);
  writeSetting('retailer', next.retailer);
  last.set(next);
}

type Parties = Schemas['PurchaseParties'];

const REFRESH_MS = 30_000;

function usePurchaseParties() {
  const load = () => dataOf(api.GET('/api/v0/purchases/parties'));
  return useQuery('purchase-parties', load, REFRESH_MS);
}

/** Whether the customer has neither purchases nor measured consumption; undefined until that is loaded. */
export function useHasNoParties(): boolean | undefined {
  const [purchases, portfolios] = [usePurchaseParties(), usePortfolios()];
  if (purchases.isLoading || portfolios.isLoading) return undefined;
  return purchases.data?.length === 0 && portfolios.data?.length === 0;
}

/**
 * The users and retailers that have purchases or measured consumption, each pair once; undefined until both are
 * loaded: the only user of one list may be one of several.
 */
function useParties(): readonly Parties[] | undefined {
  const lists = [usePurchaseParties(), usePortfolios()];
  // One that could not be loaded keeps nobody waiting.
  if (lists.some(({ isLoading }) => isLoading)) return undefined;
  if (lists.every(({ data }) => data === undefined)) return undefined;
  const all = lists.flatMap(({ data = [] }) => data);
  return [
    ...new Map(all.map((each) => [JSON.stringify([each.user, each.retailer_id]), each])).values(),
  ];
}

/** Returns the retailers of a user; of all users for one who has none yet. */
function retailersOf(parties: readonly Parties[], user: string): string[] {
  const own = parties.filter((each) => each.user === user);
  return [...new Set((own.length > 0 ? own : parties).map((each) => each.retailer_id))];
}

/** Completes the choice with the first user, and the user's first retailer. */
function completed(
  { user, retailer }: Desk,
  parties: readonly Parties[],
  isRetailerOptional: boolean,
): Desk {
  const [first] = parties;
  if (!first) return { user, retailer };
  if (user === '') return { user: first.user, retailer: first.retailer_id };
  const own = parties.find((each) => each.user === user)?.retailer_id ?? '';
  return { user, retailer: retailer === '' && !isRetailerOptional ? own : retailer };
}

function isParty({ user, retailer }: Desk, parties: readonly Parties[]): boolean {
  return parties.some(
    (each) => each.user === user && (retailer === '' || each.retailer_id === retailer),
  );
}

interface DeskFormProps {
  /** Whether the retailer may be empty, which shows all retailers. */
  readonly isRetailerOptional?: boolean;
  /** Whether each letter counts at once: on pages that need not load anything. */
  readonly isImmediate?: boolean;
}

/**
 * Chooses user and retailer, which stand in the address of the page: the last ones, else the first.
 * Others may be named, for their first purchase.
 */
export function DeskForm({ isRetailerOptional = false, isImmediate = false }: DeskFormProps) {
  const named = useNamed();
  const desk = useDesk();
  const parties = useParties();
  const whole = completed(desk, parties ?? [], isRetailerOptional);
  const isKnown = isParty(whole, parties ?? []);
  useEffect(() => {
    // A link may name somebody who is not there.
    if (isKnown) chooseDesk(whole);
    if (whole.user !== (named?.user ?? '') || whole.retailer !== (named?.retailer ?? ''))
      replaceQuery(queryOf(whole));
  }, [whole.user, whole.retailer, named?.user, named?.retailer, isKnown]);
  const change = (next: Desk) => {
    chooseDesk(next);
    changeQuery(queryOf(next));
  };
  const changeUser = (user: string) => {
    const retailers = retailersOf(parties ?? [], user);
    const isFound = desk.retailer === '' || retailers.includes(desk.retailer);
    change({ user, retailer: isFound ? desk.retailer : (retailers[0] ?? '') });
  };
  const users = [...new Set(parties?.map(({ user }) => user))];
  const retailers = retailersOf(parties ?? [], desk.user);
  const part = { isNewAllowed: true, isImmediate };
  return (
    <div class="desk">
      <Picker
        label={common.user}
        value={desk.user}
        options={users}
        onChange={changeUser}
        {...part}
      />
      <Picker
        label={common.retailer}
        value={desk.retailer}
        options={isRetailerOptional ? [['', common.allRetailers], ...retailers] : retailers}
        onChange={(retailer) => change({ ...desk, retailer })}
        {...part}
      />
      {parties && desk.user === '' && <span class="hint">{t.hint}</span>}
      {parties && desk.user !== '' && !users.includes(desk.user) && <Unknown user={desk.user} />}
    </div>
  );
}

/** Says that nothing is known of a user, with the first steps. */
function Unknown({ user }: { readonly user: string }) {
  return (
    <span class="hint">
      {fill(t.unknown, { user })} <NextStep page="purchases" /> · <NextStep page="consumption" />
    </span>
  );
}
