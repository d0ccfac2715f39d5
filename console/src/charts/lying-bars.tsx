/** A chart with bars that lie, the names of their rows beside them. */
import { Box, Text } from '@mantine/core'
import { Fragment, useId } from 'react'
import type { ChartData } from './chart-data.ts'
import { fillOf, Patterns } from './patterns.tsx'

const THICK = 20

/** The bars of a row lie below one another, to be compared. */
export function LyingBars({ data: { rows, series, format } }: { data: ChartData }) {
  const id = useId()
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map(value => value ?? 0)))
  return (
    <Box className="lying-bars">
      <svg aria-hidden="true" width={0} height={0} style={{ position: 'absolute' }}>
        <Patterns id={id} count={series.length} />
      </svg>
      {rows.map(({ name, values }) => (
        <Fragment key={name}>
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <svg className="chart" width="100%" height={THICK * series.length}>
            <title>{[name, ...series.map((one, index) => `${one}: ${format(values[index] ?? 0)}`)].join('\n')}</title>
            {series.map((one, index) => (
              <rect
                key={one}
                className="chart-bar"
                x={0}
                y={index * THICK}
                width={`${Math.max(0, ((values[index] ?? 0) / most) * 100)}%`}
                height={THICK - 2}
                style={{ fill: fillOf(id, index) }}
              />
            ))}
          </svg>
        </Fragment>
      ))}
    </Box>
  )
}
