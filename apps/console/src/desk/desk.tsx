import { useEffect, useState } from 'preact/hooks';
import { api, dataOf, type Schemas } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { texts } from '../i18n/language.ts';
import { readSetting, writeSetting } from '../state/settings.ts';
import { Store, useStore } from '../state/store.ts';
import { Field, onSubmit } from '../ui/fields.tsx';
import { common } from '../ui/texts.ts';

const t = texts({
  show: ['Show', 'Mostrar', 'Mostrar'],
  hint: [
    'Purchases, strategies and consumption belong to a user and a retailer.',
    'Las compras, las estrategias y el consumo pertenecen a un usuario y una comercializadora.',
    'As compras, as estratégias e o consumo pertencem a um utilizador e a um comercializador.',
  ],
});

/** The user and retailer whose purchases and strategies the page shows; stored as a setting of the page. */
export interface Desk {
  readonly user: string;
  readonly retailer: string;
}

const desk = new Store<Desk>({
  user: readSetting('user') ?? '',
  retailer: readSetting('retailer') ?? '',
});

export function useDesk(): Desk {
  return useStore(desk);
}

/** Stores the user and retailer of the page; spaces around the names do not count. */
export function chooseDesk(names: Desk): void {
  const next = { user: names.user.trim(), retailer: names.retailer.trim() };
  if (next.user === desk.value.user && next.retailer === desk.value.retailer) return;
  writeSetting('user', next.user);
  writeSetting('retailer', next.retailer);
  desk.set(next);
}

type Parties = Schemas['PurchaseParties'];

/** The users and retailers that have purchases or measured consumption, each pair once. */
function useParties(): readonly Parties[] {
  const { data: purchases = [] } = useQuery('purchase-parties', () =>
    dataOf(api.GET('/api/v0/purchases/parties')),
  );
  const { data: portfolios = [] } = useQuery('consumption-portfolios', () =>
    dataOf(api.GET('/api/v0/consumption/portfolios')),
  );
  const all = [...purchases, ...portfolios];
  return [
    ...new Map(all.map((each) => [JSON.stringify([each.user, each.retailer_id]), each])).values(),
  ];
}

/** Lists names of users or retailers, each once. */
function namesOf(parties: readonly Parties[], name: (each: Parties) => string): string[] {
  return [...new Set(parties.map(name))];
}

interface DeskFormProps {
  /** Whether the retailer may be empty, which shows all retailers. */
  readonly isRetailerOptional?: boolean;
  /** Whether each letter counts at once: on pages that need not load anything. */
  readonly isImmediate?: boolean;
}

/** Chooses user and retailer. */
export function DeskForm({ isRetailerOptional = false, isImmediate = false }: DeskFormProps) {
  const chosen = useDesk();
  const parties = useParties();
  const [names, setNames] = useState<Desk>(chosen);
  const [only, ...others] = parties;
  useEffect(() => {
    if (!only || others.length > 0 || names.user !== '' || names.retailer !== '') return;
    const next = { user: only.user, retailer: only.retailer_id };
    setNames(next);
    chooseDesk(next);
  }, [only, others.length]);
  const change = (changes: Partial<Desk>) => {
    const next = { ...names, ...changes };
    setNames(next);
    if (isImmediate) chooseDesk(next);
  };
  return (
    <form
      class="desk"
      onChange={() => chooseDesk(names)}
      onSubmit={onSubmit(() => chooseDesk(names))}
    >
      <Field
        label={common.user}
        required
        value={names.user}
        suggestions={namesOf(parties, ({ user }) => user)}
        onInput={(user) => change({ user })}
      />
      <Field
        label={isRetailerOptional ? `${common.retailer} (${common.optional})` : common.retailer}
        required={!isRetailerOptional}
        value={names.retailer}
        suggestions={namesOf(
          parties.filter(({ user }) => names.user.trim() === '' || user === names.user.trim()),
          (each) => each.retailer_id,
        )}
        onInput={(retailer) => change({ retailer })}
      />
      {!isImmediate && <button type="submit">{t.show}</button>}
      {chosen.user === '' && <span class="hint">{t.hint}</span>}
    </form>
  );
}
