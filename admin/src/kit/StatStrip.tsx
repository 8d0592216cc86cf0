import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { formatInteger } from './format.js'
import type { ToneName } from './theme/index.js'

export interface StripFigure {
  label: string
  value: number | string
  /** Small text next to the value. */
  hint?: string | undefined
  isDanger?: boolean
  /** Color of a value that is a state. */
  tone?: ToneName
  /** The address of the list that the number counts. */
  to?: string | undefined
}

export interface StatStripProps {
  figures: readonly StripFigure[]
  loading?: boolean
}

/** The numbers above a list as one low strip, because people come for the list. */
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
  const { label, value, hint, isDanger, tone, to } = figure
  const shown = typeof value === 'number' ? formatInteger(value) : value
  return (
    <Box sx={{ px: { xs: 1.5, sm: 2 }, py: 1, minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary" component="p" noWrap>
        {to ? (
          <Box
            component={Link}
            to={to}
            sx={{
              color: 'inherit',
              textDecoration: 'none',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {label}
          </Box>
        ) : (
          label
        )}
      </Typography>
      <Typography
        component="p"
        noWrap
        // On a narrow screen the line may be cut.
        title={loading ? undefined : [shown, hint].filter(Boolean).join(' · ')}
        sx={{ lineHeight: '22px' }}
      >
        {loading ? (
          <Skeleton width={72} sx={{ display: 'inline-block' }} />
        ) : (
          <>
            <Box
              component="span"
              sx={{
                fontSize: '1rem',
                fontWeight: 600,
                color: ({ palette }) =>
                  isDanger ? palette.error.main : tone && palette.tones[tone].fg,
              }}
            >
              {shown}
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
