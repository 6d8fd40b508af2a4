import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { powerFigure } from '../measurements/figure.ts';
import { Picker } from '../picker/picker.tsx';
import type { Plant } from '../plants/data.ts';
import { t as plantTexts } from '../plants/texts.ts';
import { useChoice } from '../state/choice.ts';
import { MADRID } from '../time/zone.ts';
import { FileLinks } from '../ui/download.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, isNotFound, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { type PortfolioForecast, usePortfolioForecast } from './data.ts';
import { availableLine, solanoLine } from './lines.ts';
import { t } from './texts.ts';

/** Minutes: the forecasts of the service are of hours. */
const HOUR = 60;

/** Shows the sum of the service’s forecasts of all plants, or of an agrupation, with its band. */
export function Portfolio({ plants }: { readonly plants: readonly Plant[] }) {
  const groups = [...new Set(plants.map(({ agrupation }) => agrupation))].filter(Boolean);
  const [group, setGroup] = useChoice('agrupation', groups, '');
  const own = plants.filter(({ agrupation }) => group === '' || agrupation === group);
  const forecast = usePortfolioForecast(
    group,
    own.map(({ id }) => id),
  );
  return (
    <Card title={t.sum}>
      {groups.length > 0 && (
        <div class="actions">
          <Picker
            label={plantTexts.group}
            value={group}
            onChange={setGroup}
            options={[['', common.allGroups], ...groups.toSorted()]}
          />
        </div>
      )}
      {isNotFound(forecast.error) ? (
        <Empty>{t.noSolano}</Empty>
      ) : (
        <Loaded query={forecast}>{(data) => <Sum forecast={data} />}</Loaded>
      )}
      {forecast.data && (
        <p>
          <FileLinks path="plants/forecast" query={group === '' ? {} : { agrupation: group }} />
        </p>
      )}
    </Card>
  );
}

function Sum({ forecast }: { readonly forecast: PortfolioForecast }) {
  const { rows, plants, missing, generated_at } = forecast;
  const figure = useMemo(() => {
    const options = { title: t.solano, zone: MADRID, minutes: HOUR };
    return powerFigure([availableLine(rows), solanoLine(rows)], options);
  }, [rows]);
  return (
    <>
      <Chart figure={figure} fileName="plants.csv" />
      <p class="hint">
        {fill(t.summed, { plants: plants.join(', '), time: formatTime(generated_at) })}{' '}
        {missing.length > 0 && fill(t.missing, { plants: missing.join(', ') })}
      </p>
    </>
  );
}
