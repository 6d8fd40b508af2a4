import { fill } from '../i18n/language.ts';
import { replaceQuery, useRoute } from '../state/router.ts';
import { Select } from '../ui/fields.tsx';
import { t } from './texts.ts';

const USUAL_LEAD = 'day_ahead';
const HOURS = ['1', '6', '24', '48'];
const LEADS = [USUAL_LEAD, ...HOURS, 'run'];

/** Returns the lead that the address of the page names: which forecast of a period counts. */
export function useLead(): string {
  const lead = useRoute().query.get('lead') ?? '';
  return LEADS.includes(lead) ? lead : USUAL_LEAD;
}

/** Chooses the lead, which is kept in the address of the page. */
export function LeadSelect({ lead }: { readonly lead: string }) {
  return (
    <Select
      label={t.lead}
      value={lead}
      onChange={(value) => replaceQuery({ lead: value })}
      options={[
        [USUAL_LEAD, t.dayAhead],
        ...HOURS.map((hours) => [hours, fill(t.hoursAhead, { hours })] as const),
        ['run', t.run],
      ]}
    />
  );
}
