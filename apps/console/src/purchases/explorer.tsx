import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { fill } from '../i18n/language.ts';
import { useChoice } from '../state/choice.ts';
import { modelName } from '../strategies/model-name.ts';
import { FileLink } from '../ui/download.tsx';
import { Select } from '../ui/fields.tsx';
import { Loaded } from '../ui/states.tsx';
import type { Item } from './data.ts';
import { type ModelObject, pathOf, useSeries, useTable } from './data.ts';
import { purchaseFigure } from './figures.ts';
import { t } from './texts.ts';

interface ExplorerProps {
  readonly user: string;
  readonly id: string;
  readonly models: readonly ModelObject[];
  readonly idmodel: number;
}

const FORMATS = ['csv', 'xlsx'];

/** Shows the chosen model's MW by session with the prices over it, beside another model if one is chosen. */
export function Explorer({ user, id, models, idmodel }: ExplorerProps) {
  const series = useSeries(user, id);
  const others = models.filter((model) => model.idmodel !== idmodel);
  const [other, setOther] = useChoice(
    'compare',
    models.map((model) => String(model.idmodel)),
    '',
  );
  const chosen = [idmodel, ...(other === '' || Number(other) === idmodel ? [] : [Number(other)])];
  const part = { user, id, models };
  return (
    <Loaded query={series}>
      {(items) => (
        <>
          <div class="actions">
            <Select
              label={t.compare}
              value={other}
              onChange={setOther}
              options={[
                ['', t.noModel],
                ...others.map(
                  (model) => [String(model.idmodel), modelName(model.idmodel)] as const,
                ),
              ]}
            />
            {FORMATS.map((format) => (
              <FileLink
                key={format}
                class="button"
                path={pathOf(user, id, `table?idmodel=${idmodel}&explain=true&format=${format}`)}
              >
                {format.toUpperCase()}
              </FileLink>
            ))}
          </div>
          {chosen.map((each, index) => (
            // The key is the position: another model keeps the chart, with its zoom.
            <ModelChart key={index} {...part} items={items} idmodel={each} />
          ))}
        </>
      )}
    </Loaded>
  );
}

interface ModelChartProps extends ExplorerProps {
  readonly items: readonly Item[];
}

function ModelChart({ user, id, models, items, idmodel }: ModelChartProps) {
  // Prices are the same for all models: the first chart's serve every one.
  const table = useTable(user, id, models[0]?.idmodel ?? idmodel);
  const model = models.find((each) => each.idmodel === idmodel);
  const figure = useMemo(
    () =>
      model &&
      purchaseFigure({
        title: fill(t.chart, { model: modelName(idmodel) }),
        items,
        model,
        table: table.data,
      }),
    [model, items, table.data],
  );
  return figure ? <Chart figure={figure} fileName={`${id}-${idmodel}.csv`} height={320} /> : null;
}
