import { useState } from 'preact/hooks';
import { texts } from '../i18n/language.ts';
import { Field, onSubmit } from '../ui/fields.tsx';
import { common } from '../ui/texts.ts';
import { readSetting, writeSetting } from './settings.ts';
import { Store, useStore } from './store.ts';

const t = texts({
  show: ['Show', 'Mostrar', 'Mostrar'],
  hint: [
    'Purchases and strategies belong to a user and a retailer.',
    'Las compras y estrategias pertenecen a un usuario y una comercializadora.',
    'As compras e estratégias pertencem a um utilizador e a um comercializador.',
  ],
});

/** Whose purchases and strategies the page shows; kept as a setting of the page. */
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

/** Chooses user and retailer; where the retailer is optional, all of them are shown without one. */
export function DeskForm({ isRetailerOptional = false }) {
  const chosen = useDesk();
  const [user, setUser] = useState(chosen.user);
  const [retailer, setRetailer] = useState(chosen.retailer);
  const choose = () => {
    const next = { user: user.trim(), retailer: retailer.trim() };
    if (next.user === chosen.user && next.retailer === chosen.retailer) return;
    writeSetting('user', next.user);
    writeSetting('retailer', next.retailer);
    desk.set(next);
  };
  return (
    <form class="desk" onChange={choose} onSubmit={onSubmit(choose)}>
      <Field label={common.user} required value={user} onInput={setUser} />
      <Field
        label={isRetailerOptional ? `${common.retailer} (${common.optional})` : common.retailer}
        required={!isRetailerOptional}
        value={retailer}
        onInput={setRetailer}
      />
      <button type="submit">{t.show}</button>
      {chosen.user === '' && <span class="hint">{t.hint}</span>}
    </form>
  );
}
