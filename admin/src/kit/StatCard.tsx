import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { SxProps, Theme } from '@mui/material/styles'
import { Children, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatInteger } from './format.js'
import { Icon, type LucideIcon } from './Icon.js'
import type { ToneName } from './theme/index.js'

export interface StatCardProps {
  label: string
  value: ReactNode
  /** Small line under the value. */
  hint?: ReactNode
  icon?: LucideIcon
  /** Color of the value; only for values that are states. */
  tone?: ToneName
  loading?: boolean
  /** The address of the list that the number counts. */
  to?: string
}

const toneColors: Record<ToneName, string> = {
  neutral: 'text.secondary',
  success: 'success.main',
  warning: 'warning.main',
  danger: 'error.main',
  info: 'info.main',
}

// The whole card is clickable, but only its name is the link.
const linked: SxProps<Theme> = {
  position: 'relative',
  '&:hover': { borderColor: (theme) => theme.palette.surface.border },
  '& h2 a': { color: 'inherit', textDecoration: 'none' },
  '& h2 a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& h2 a:hover': { textDecoration: 'underline' },
  '& h2 a:focus-visible': { outline: 'none' },
  '&:has(a:focus-visible)': {
    outline: (theme) => `2px solid ${theme.palette.accent}`,
    outlineOffset: -2,
  },
}

/** One number with its name. */
export function StatCard(props: StatCardProps) {
  const { label, value, hint, icon, tone, loading, to } = props
  return (
    <Card
      // All numbers of a row share one baseline, even when one label takes two lines.
      sx={{
        display: 'flex',
        flexDirection: 'column',
        p: { xs: 1.75, sm: 2 },
        minWidth: 0,
        ...(to && linked),
      }}
      aria-busy={loading || undefined}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          // Extra space goes above the number, or below it where a hint may take two lines.
          flex: hint ? 'none' : 1,
          color: 'text.secondary',
        }}
      >
        <Typography variant="body2" component="h2" sx={{ flex: 1, minWidth: 0 }}>
          {to ? <Link to={to}>{label}</Link> : label}
        </Typography>
        {icon && <Icon icon={icon} />}
      </Box>
      {loading ? (
        // As high as the number, so the layout does not move when it loads.
        <Box sx={{ display: 'flex', alignItems: 'center', height: 36, mt: 0.75 }}>
          <Skeleton width="55%" height={26} />
        </Box>
      ) : (
        <Typography
          component="p"
          sx={{
            mt: 0.75,
            fontSize: tone ? '1.25rem' : '1.625rem',
            lineHeight: '36px',
            fontWeight: 600,
            letterSpacing: '-0.03em',
            // A single number needs no tabular digits; the narrower ones look better large.
            fontFeatureSettings: '"tnum" 0',
            color: tone ? toneColors[tone] : 'text.primary',
            overflowWrap: 'anywhere',
          }}
        >
          {typeof value === 'number' ? formatInteger(value) : value}
        </Typography>
      )}
      {hint && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
          {/* As many lines as the hint will take. */}
          {loading ? (
            <Skeleton sx={{ maxWidth: 1 }}>
              <span>{hint}</span>
            </Skeleton>
          ) : (
            hint
          )}
        </Typography>
      )}
    </Card>
  )
}

/**
 * The row of StatCards at the top of a screen: two per row on phones, one row on desktops. Five or more
 * wrap into two even rows where one does not fit, so that no card is alone.
 */
export function StatGrid({ children }: { children: ReactNode }) {
  const count = Children.toArray(children).length
  const columns = (number: number) => `repeat(${number}, minmax(0, 1fr))`
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.25, sm: 2 },
        gridTemplateColumns: {
          xs: columns(2),
          md: columns(count > 4 ? Math.ceil(count / 2) : count),
          lg: columns(count),
        },
      }}
    >
      {children}
    </Box>
  )
}
