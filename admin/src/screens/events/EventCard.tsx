import Box from '@mui/material/Box'
import { useSession } from '@crossdock/admin/kit'
import type { LogEvent } from './model.js'
import { About, Time, TypeLink } from './parts.js'
import { StatusDot } from './StatusDot.js'

/** An event on phones: type, time, target and status. */
export function EventCard({ event }: { event: LogEvent }) {
  const isAcross = !useSession().data?.tenant
  const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 } as const
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.75, px: 2, py: 1.25 }}>
      <Box sx={line}>
        <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden' }}>
          <TypeLink event={event} />
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          <Time time={event.createdAt} />
        </Box>
      </Box>
      <Box sx={line}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <About event={event} />
          {isAcross && event.tenantName}
        </Box>
        <Box sx={{ flex: 'none', fontSize: '0.8125rem' }}>
          <StatusDot status={event.status} />
        </Box>
      </Box>
    </Box>
  )
}
