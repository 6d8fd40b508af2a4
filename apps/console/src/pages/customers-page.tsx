import { useRef, useState } from 'preact/hooks';
import { AddCustomer } from '../customers/add-customer.tsx';
import { CustomerDetails } from '../customers/customer-details.tsx';
import { CustomerTable } from '../customers/customer-table.tsx';
import { useCustomers } from '../customers/data.ts';
import { t } from '../customers/texts.ts';
import { forbiddenText } from '../errors/error-text.ts';
import { Picker } from '../picker/picker.tsx';
import { useChoice } from '../state/choice.ts';
import { useLostFocus } from '../state/lost-focus.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';

/** All customers for operators, or the one that the address names, with its keys and permission. */
export function Page() {
  const customers = useCustomers();
  const names = customers.data?.map(({ name }) => name);
  const [chosen, choose] = useChoice('customer', names, '');
  const [isAdding, setAdding] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useLostFocus(chosen, place, 'h2');
  const added = (name: string) => {
    setAdding(false);
    choose(name);
  };
  return (
    <PageFrame
      title={t.title}
      actions={
        names && (
          <Button class="primary" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      <Loaded query={customers} forbidden={forbiddenText(t.permission)} empty={t.none}>
        {(all) => {
          const customer = all.find(({ name }) => name === chosen);
          return (
            <div ref={place}>
              <div class="desk">
                <Picker
                  label={t.customer}
                  value={chosen}
                  onChange={choose}
                  options={[['', common.allCustomers], ...all.map(({ name }) => name)]}
                />
              </div>
              {customer ? (
                <CustomerDetails key={customer.id} customer={customer} query={customers} />
              ) : (
                <Card title={t.title}>
                  <CustomerTable customers={all} />
                </Card>
              )}
            </div>
          );
        }}
      </Loaded>
      {isAdding && <AddCustomer onClose={() => setAdding(false)} onAdded={added} />}
    </PageFrame>
  );
}
