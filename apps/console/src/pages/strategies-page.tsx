import { Backtests } from '../backtests/backtests.tsx';
import { type Desk, DeskForm, useDesk } from '../desk/desk.tsx';
import { t as desks } from '../desk/texts.ts';
import { fill } from '../i18n/language.ts';
import { useChoice } from '../state/choice.ts';
import { linkTo } from '../state/router.ts';
import { type Settings, useSettings } from '../strategies/data.ts';
import { ModelsForm } from '../strategies/models-form.tsx';
import { t } from '../strategies/texts.ts';
import { Select } from '../ui/fields.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import '../strategies/strategies.css';

export function Page() {
  const desk = useDesk();
  const isKnown = desk.user !== '' && desk.retailer !== '';
  return (
    <PageFrame title={t.title}>
      <DeskForm />
      {isKnown ? (
        <>
          <CurrentSettings key={JSON.stringify(desk)} desk={desk} />
          <Backtests desk={desk} />
        </>
      ) : (
        <Empty>
          {t.noDesk} <a href={linkTo(['purchases', 'new'])}>{desks.submit}</a>
        </Empty>
      )}
    </PageFrame>
  );
}

interface SettingsProps {
  readonly desk: Desk;
}

/** Shows the newest settings, or an earlier version of them, to be changed. */
function CurrentSettings({ desk }: SettingsProps) {
  const newest = useSettings(desk);
  const count = newest.data?.version;
  const known = count === undefined ? undefined : versionsTo(count).map(String);
  const [named, choose] = useChoice('version', known, '');
  const version = named === '' ? undefined : Number(named);
  const setVersion = (next: number | undefined) => choose(next?.toString() ?? '');
  const selected = useSettings(desk, version);
  return (
    <Loaded query={newest}>
      {(current) => (
        <>
          <Versions newest={current} chosen={version} onChoose={setVersion} />
          <Loaded query={selected}>
            {(settings) => (
              <ModelsForm
                key={settings.version}
                desk={desk}
                strategies={settings.models}
                onSaved={() => setVersion(undefined)}
              />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

/** The newest version first; version 0 has the defaults. */
function versionsTo(newest: number): number[] {
  return Array.from({ length: newest + 1 }, (_, index) => newest - index);
}

interface VersionsProps {
  readonly newest: Settings;
  readonly chosen: number | undefined;
  readonly onChoose: (version: number | undefined) => void;
}

function Versions({ newest, chosen, onChoose }: VersionsProps) {
  const count = newest.version;
  const nameOf = (version: number) => {
    if (version === 0) return t.defaults;
    return version === count ? fill(t.newest, { version }) : fill(t.version, { version });
  };
  return (
    <div class="desk">
      <Select
        label={t.versions}
        value={String(chosen ?? count)}
        onChange={(value) => onChoose(Number(value) === count ? undefined : Number(value))}
        options={versionsTo(count).map((version) => [String(version), nameOf(version)])}
      />
      {chosen !== undefined && <p class="warn">{t.earlier}</p>}
    </div>
  );
}
