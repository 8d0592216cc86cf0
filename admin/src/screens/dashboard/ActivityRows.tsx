import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatDate, formatTime } from '@crossdock/admin/kit'

interface ActivityRowsProps {
  entries: ActivityEntry[]
  /** Share out the height of the block they stand in. */
  fill?: boolean
}

/** What was done, with date and time. */
export const ActivityRows = ({ entries, fill }: ActivityRowsProps) => (
  <Box
    component="ul"
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      ...(fill && { height: 1, display: 'grid', gridAutoRows: '1fr' }),
    }}
  >
    {entries.map(({ id, action, createdAt }) => (
      <Box
        component="li"
        key={id}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          alignContent: 'center',
          columnGap: 2,
          px: { xs: 2, sm: 2.5 },
          py: 1.375,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Typography sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {action}
        </Typography>
        <Typography
          component="time"
          dateTime={createdAt}
          variant="body2"
          color="textSecondary"
          sx={{ whiteSpace: 'nowrap' }}
        >
          {formatDate(createdAt)} {formatTime(createdAt)}
        </Typography>
      </Box>
    ))}
  </Box>
)
