import Box from '@mui/material/Box'
import { Badge, type BadgeVariant, type ToneName } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { EventStatus } from './model.js'

const tones: Record<EventStatus, ToneName> = {
  processed: 'success',
  pending: 'info',
  parked: 'warning',
  failed: 'danger',
}

const variants: Record<EventStatus, BadgeVariant> = {
  processed: 'success',
  pending: 'info',
  parked: 'warning',
  failed: 'destructive',
}

/** The status of an event, for a row of the list. */
export function StatusDot({ status }: { status: EventStatus }) {
  const translate = useTranslate()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: (theme) => theme.palette.tones[tones[status]].bar,
        }}
      />
      {translate(`events.status.${status}`)}
    </Box>
  )
}

/** The status of an event, next to a title. */
export function StatusBadge({ status }: { status: EventStatus }) {
  const translate = useTranslate()
  return (
    <Badge dot variant={variants[status]}>
      {translate(`events.status.${status}`)}
    </Badge>
  )
}
