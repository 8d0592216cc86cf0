import Box from '@mui/material/Box'
import type { Delivery } from '../model.js'
import { Answer, Attempts, EventName, Time } from './columns.js'

/** A delivery on phones. */
export function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 } as const
  const quiet = { flex: 'none', color: 'text.secondary', fontSize: '0.8125rem' } as const
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, px: 2, py: 1.25 }}>
      <Box sx={line}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <EventName delivery={delivery} />
        </Box>
        <Box sx={quiet}>
          <Time time={delivery.createdAt} />
        </Box>
      </Box>
      <Box sx={{ ...line, pl: '18px' }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          <Answer of={delivery} />
        </Box>
        <Box sx={quiet}>
          <Attempts of={delivery} />
        </Box>
      </Box>
    </Box>
  )
}
