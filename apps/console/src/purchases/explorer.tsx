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
import { modelsFigure, purchaseFigure } from './figures.ts';
import { t } from './texts.ts';

interface ExplorerProps {
  readonly user: string;
  readonly id: string;
  readonly models: readonly ModelObject[];
  readonly idmodel: number;
}

const FORMATS = ['csv', 'xlsx'];

/** Shows the chosen model's MW by session with the prices over it, and over those of another model if one is chosen. */
export function Explorer({ user, id, models, idmodel }: ExplorerProps) {
  const series = useSeries(user, id);
  const others = models.filter((model) => model.idmodel !== idmodel);
  const [other, setOther] = useChoice(
    'compare',
    models.map((each) => String(each.idmodel)),
    '',
  );
  const [model, compared] = [idmodel, other === '' ? Number.NaN : Number(other)].map((each) =>
    models.find((known) => known.idmodel === each),
  );
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
          {model && <ModelChart {...{ user, id, models, items, model }} />}
          {model && compared && compared !== model && (
            <ComparisonChart {...{ id, items, model, compared }} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface ModelChartProps extends Omit<ExplorerProps, 'idmodel'> {
  readonly items: readonly Item[];
  readonly model: ModelObject;
}

function ModelChart({ user, id, models, items, model }: ModelChartProps) {
  const { idmodel } = model;
  // Prices are the same for all models: the first chart's serve every one.
  const table = useTable(user, id, models[0]?.idmodel ?? idmodel);
  const figure = useMemo(
    () =>
      purchaseFigure({
        title: fill(t.chart, { model: modelName(idmodel) }),
        items,
        model,
        table: table.data,
      }),
    [model, items, table.data],
  );
  return <Chart isInAddress figure={figure} fileName={`${id}-${idmodel}.csv`} height={320} />;
}

interface ComparisonChartProps {
  readonly id: string;
  readonly items: readonly Item[];
  readonly model: ModelObject;
  readonly compared: ModelObject;
}

/** Shows what two models buy in each session, one over the other. */
function ComparisonChart({ id, items, model, compared }: ComparisonChartProps) {
  const figure = useMemo(() => {
    const [one, other] = [model, compared].map((each) => modelName(each.idmodel));
    return modelsFigure(fill(t.comparison, { model: one ?? '', other: other ?? '' }), items, [
      { name: String(model.idmodel), model },
      { name: String(compared.idmodel), model: compared },
    ]);
  }, [model, compared, items]);
  const fileName = `${id}-${model.idmodel}-${compared.idmodel}.csv`;
  return <Chart figure={figure} fileName={fileName} height={320} />;
}
