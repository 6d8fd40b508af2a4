import { linkTo } from '../state/router.ts';
import { t } from './texts.ts';

const STEPS = {
  plants: { path: ['plants'], text: () => t.createPlant },
  consumption: { path: ['consumption'], text: () => t.record },
  purchases: { path: ['purchases', 'new'], text: () => t.submit },
};

interface NextStepProps {
  /** The page on which the step is taken. */
  readonly page: keyof typeof STEPS;
}

/** Leads from a page that has nothing yet to the one where that is given. */
export function NextStep({ page }: NextStepProps) {
  const { path, text } = STEPS[page];
  return <a href={linkTo(path)}>{text()}</a>;
}
