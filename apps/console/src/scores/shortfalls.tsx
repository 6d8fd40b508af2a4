import { formatNumber, formatShort } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { useScores } from './data.ts';
import { forecastMwh, isComparable, lostSum, shortfalls } from './need.ts';
import { t } from './shortfall-texts.ts';

/** Lists the plants that were below their forecast yesterday, and why. */
export function Shortfalls() {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const days = { from: yesterday, to: yesterday };
  const scores = useScores(days);
  const plantLink = ({ plant }: Shortfall) => linkTo(['plants', plant.id], days);
  return (
    <Loaded query={scores}>
      {(plants) => {
        if (plants.length === 0)
          return (
            <Empty>
              {t.noPlants} <a href={linkTo(['plants'])}>{common.create}</a>
            </Empty>
          );
        const rows = shortfalls(plants);
        const known = plants.filter(isComparable).length;
        const unknown = plants.length - known;
        const usesSolano = rows.some(({ plant }) => plant.origins[0]?.origin === 'solano');
        return (
          <>
            {rows.length > 0 && (
              <Table
                caption={t.shortfalls}
                rows={rows}
                pageSize={10}
                columns={[
                  {
                    title: common.plant,
                    cell: (row) => (
                      <a href={plantLink(row)}>
                        <Breakable name={row.plant.plant} />
                      </a>
                    ),
                  },
                  {
                    title: t.produced,
                    number: ({ plant }) => plant.produced_mwh,
                    decimals: 1,
                    href: plantLink,
                  },
                  {
                    title: t.forecastMwh,
                    number: ({ plant }) => forecastMwh(plant),
                    decimals: 1,
                    href: plantLink,
                  },
                  {
                    title: t.why,
                    isText: true,
                    cell: (row) => reasonsOf(row).join(', '),
                    file: [
                      { title: t.outageTitle, number: ({ outage }) => outage },
                      { title: t.lost, number: ({ plant }) => lostSum(plant.lost, 'mwh') },
                      { title: t.unmeasuredTitle, number: ({ unmeasured }) => unmeasured },
                      { title: t.unforecastTitle, number: ({ unforecast }) => unforecast },
                      { title: t.weatherTitle, number: ({ weatherMwh }) => weatherMwh },
                    ],
                  },
                ]}
              />
            )}
            {rows.length === 0 && known > 0 && <p>{fill(t.noShortfall, { count: known })}</p>}
            {unknown > 0 && <p class="hint">{fill(t.incomparable, { count: unknown })}</p>}
            {usesSolano && <p class="hint">{t.usesSolano}</p>}
          </>
        );
      }}
    </Loaded>
  );
}

type Shortfall = ReturnType<typeof shortfalls>[number];

function reasonsOf({ plant, outage, unmeasured, unforecast, weatherMwh }: Shortfall): string[] {
  const lost = lostSum(plant.lost, 'mwh') ?? 0;
  const hours = [
    [lost > 0 ? t.outageMwh : t.outageHours, outage],
    [t.unmeasuredHours, unmeasured],
    [t.unforecastHours, unforecast],
  ] as const;
  const weather = plant.technology_type === 'wind' ? t.lessWind : t.lessSun;
  return [
    ...hours
      .filter(([, count]) => count > 0)
      .map(([text, count]) =>
        fill(text, { hours: formatShort(count), mwh: formatNumber(lost, 1) }),
      ),
    ...(weatherMwh > 0 ? [fill(weather, { mwh: formatNumber(weatherMwh, 1) })] : []),
  ];
}
