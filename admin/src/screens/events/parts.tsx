import Box from '@mui/material/Box'
import {
  formatDate,
  formatTimeToSeconds,
  Icon,
  mono,
  RowLink,
  type LucideIcon,
} from '@crossdock/admin/kit'
import {
  CircleDot,
  File,
  FolderSync,
  ListTree,
  Monitor,
  Plug,
  UserRound,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { eventPath, type LogEvent } from './model.js'
import { useThingAddress } from './use_target.js'

const icons: Record<string, LucideIcon> = {
  assets: File,
  flows: ListTree,
  integrations: Plug,
  webhook: Webhook,
  agents: Monitor,
  sync: FolderSync,
  users: UserRound,
}

/** The target of an event, with a link. */
export function About({ event }: { event: LogEvent }) {
  const addressOf = useThingAddress()
  const to = addressOf(event, event.targetType, event.targetId)
  const icon = icons[event.targetType ?? ''] ?? icons[event.group ?? ''] ?? CircleDot
  const name = event.targetName ?? event.targetType?.replaceAll('_', ' ') ?? '–'
  return (
    <OneLine>
      <Box
        component="span"
        sx={{ mr: 1, color: 'text.secondary', lineHeight: 0, verticalAlign: 'text-bottom' }}
      >
        <Icon icon={icon} />
      </Box>
      {to ? <RowLink to={to}>{name}</RowLink> : name}
    </OneLine>
  )
}

/** The event type, with a link to the event. */
export const TypeLink = ({ event }: { event: LogEvent }) => (
  <OneLine>
    <Box
      component="span"
      title={event.eventType}
      sx={{ fontFamily: mono, fontSize: '0.78125rem', '& > a': { fontWeight: 400 } }}
    >
      <RowLink to={eventPath(event)}>{event.eventType}</RowLink>
    </Box>
  </OneLine>
)

/** The time to the second, with the date for days before today. */
export function Time({ time }: { time: string }) {
  const isToday = formatDate(time) === formatDate(new Date())
  return (
    <Box component="time" dateTime={time} sx={{ whiteSpace: 'nowrap' }}>
      {isToday ? formatTimeToSeconds(time) : `${formatDate(time)}, ${formatTimeToSeconds(time)}`}
    </Box>
  )
}

/** Cuts text off after one line, because rows of the log have one height. */
export const OneLine = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      width: { sm: 0 },
      minWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
)
