import { fill } from '../i18n/language.ts';
import { modelName } from '../strategies/model-name.ts';
import { FileLinks } from '../ui/download.tsx';
import { type ModelObject, pathOf } from './data.ts';
import { t } from './texts.ts';

interface BidFilesProps {
  readonly user: string;
  readonly id: string;
  readonly models: readonly ModelObject[];
}

const FORMATS = ['csv', 'xlsx'];

/** Links to the bids of each model that makes any, as files for the desk's software. */
export function BidFiles({ user, id, models }: BidFilesProps) {
  return models
    .filter(({ bids }) => bids !== undefined)
    .map(({ idmodel }) => (
      <p key={idmodel}>
        {fill(t.bids, { model: modelName(idmodel) })}
        <FileLinks
          path={pathOf(user, id, 'bids')}
          query={{ idmodel: String(idmodel) }}
          formats={FORMATS}
        />
      </p>
    ));
}
