import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { formatInteger, formatNumber } from './format.js'

export interface StripFigure {
  label: string
  /** The strip shortens a number and shows the exact one in a tooltip. */
  value: number | string
  /** Small text beside the value. */
  hint?: string | undefined
  /** The hint with exact numbers, for the tooltip. */
  exactHint?: string
  isDanger?: boolean
  /** It needs a look before it becomes a failure. */
  isWarning?: boolean
}

export interface StatStripProps {
  figures: readonly StripFigure[]
  loading?: boolean
}

/** The figures above a list, as one low strip: people come for the list. */
export function StatStrip({ figures, loading }: StatStripProps) {
  const perRow = figures.length > 4 ? 3 : 2
  const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`
  return (
    <Card
      aria-busy={loading || undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: columns(perRow), md: columns(figures.length) },
        '& > *': { borderLeft: 1, borderColor: 'divider' },
        [`& > *:nth-of-type(${perRow}n + 1)`]: { borderLeftWidth: { xs: 0, md: 1 } },
        '& > *:first-of-type': { borderLeftWidth: { xs: 0, md: 0 } },
      }}
    >
      {figures.map((figure) => (
        <Figure key={figure.label} figure={figure} loading={loading ?? false} />
      ))}
    </Card>
  )
}

function Figure({ figure, loading }: { figure: StripFigure; loading: boolean }) {
  const { label, value, hint, exactHint = hint, isDanger, isWarning } = figure
  const exact = typeof value === 'number' ? [formatInteger(value), exactHint] : [exactHint]
  return (
    <Box sx={{ px: { xs: 1.5, sm: 2 }, py: 1, minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary" component="p" noWrap>
        {label}
      </Typography>
      <Typography
        component="p"
        noWrap
        title={exact.filter(Boolean).join(' · ') || undefined}
        sx={{ lineHeight: '22px' }}
      >
        {loading ? (
          <Skeleton width={72} sx={{ display: 'inline-block' }} />
        ) : (
          <>
            <Box
              component="span"
              sx={{
                ...{ fontSize: '1rem', fontWeight: 600 },
                color: isDanger ? 'error.main' : isWarning ? 'warning.main' : undefined,
              }}
            >
              {typeof value === 'number' ? formatNumber(value) : value}
            </Box>
            {hint && (
              <Typography variant="caption" component="span" color="textSecondary" sx={{ ml: 1 }}>
                {hint}
              </Typography>
            )}
          </>
        )}
      </Typography>
    </Box>
  )
}
