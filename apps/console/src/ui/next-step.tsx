import { linkTo } from '../state/router.ts';
import { pageTitles } from '../i18n/page-titles.ts';

interface NextStepProps {
  /** The name of the page on which the step is taken. */
  readonly page: 'plants' | 'outages' | 'consumption' | 'purchases' | 'prices';
  readonly path?: readonly string[];
}

/** Leads from a page that has nothing yet to the one where that is given. */
export function NextStep({ page, path = [] }: NextStepProps) {
  return (
    <>
      {' '}
      <a href={linkTo([page, ...path])}>{pageTitles[page]}</a>
    </>
  );
}
