import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { clamp } from './clamp.js'
import { Icon, type LucideIcon } from './Icon.js'
import type { ToneName } from './theme/index.js'

export interface AttentionRowProps {
  icon: LucideIcon
  tone?: Extract<ToneName, 'danger' | 'warning'>
  title: string
  /** The address of the page that shows the problem. */
  to?: string
  /** How severe the problem is and since when. */
  facts: ReactNode
  /** The reported reason, quoted. */
  reason?: string | null
  /** Small buttons for what a person can do now. */
  actions?: ReactNode
}

/** One problem, with what to do about it. */
export const AttentionRow = (props: AttentionRowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 1.5,
      rowGap: 1,
      px: { xs: 2, sm: 2.5 },
      py: 1.375,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 32,
        height: 32,
        flex: 'none',
        borderRadius: '8px',
        color: ({ palette }) => palette.tones[props.tone ?? 'danger'].fg,
        bgcolor: ({ palette }) => palette.tones[props.tone ?? 'danger'].bg,
      }}
    >
      <Icon icon={props.icon} />
    </Box>
    <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {props.to ? (
          <Link component={RouterLink} to={props.to} color="inherit" underline="hover">
            {props.title}
          </Link>
        ) : (
          props.title
        )}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {props.facts}
      </Typography>
      {props.reason && (
        <Typography variant="body2" color="textSecondary" title={props.reason} sx={clamp(2)}>
          {props.reason}
        </Typography>
      )}
    </Box>
    {props.actions && <Box sx={{ display: 'flex', gap: 0.75, ml: 'auto' }}>{props.actions}</Box>}
  </Box>
)
