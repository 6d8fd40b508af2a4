import { fill } from '../i18n/language.ts';
import { useChoice } from '../state/choice.ts';
import { changeQuery } from '../state/router.ts';
import { Select } from '../ui/fields.tsx';
import { t } from './texts.ts';

const USUAL_LEAD = 'day_ahead';
const HOURS = ['1', '6', '24', '48'];
const LEADS = [USUAL_LEAD, ...HOURS, 'run'];

/** Returns the lead that the address of the page names: which forecast of a period counts. */
export function useLead(): string {
  return useChoice('lead', LEADS, USUAL_LEAD)[0];
}

/** Chooses the lead, which is kept in the address of the page. */
export function LeadSelect({ lead }: { readonly lead: string }) {
  return (
    <Select
      label={t.lead}
      value={lead}
      onChange={(value) => changeQuery({ lead: value })}
      options={[
        [USUAL_LEAD, t.dayAhead],
        ...HOURS.map((hours) => [hours, fill(t.hoursAhead, { hours })] as const),
        ['run', t.run],
      ]}
    />
  );
}
