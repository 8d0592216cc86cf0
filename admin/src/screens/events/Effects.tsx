import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { formatExact, RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { useEntityAddress } from '../../registry/use_entity_address.js'
import { eventsWhere, type EventDetails } from './model.js'

type Group = EventDetails['caused'][number]

/** The runs, calls and other events that an event caused, each with a link. */
export function Effects({ event }: { event: EventDetails }) {
  const translate = useTranslate()
  const found = event.caused.filter(({ total }) => total > 0)
  // Runs and calls come first, then the events about them.
  const groups = found.toSorted((a, b) => Number(a.kind === 'events') - Number(b.kind === 'events'))
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {translate('events.caused.title')}
      </Typography>
      {groups.length === 0 ? (
        <Typography color="textSecondary">{translate('events.caused.none')}</Typography>
      ) : (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
          {groups.map((group) => (
            <EffectGroup key={group.kind} group={group} eventId={event.id} />
          ))}
        </Box>
      )}
    </div>
  )
}

function EffectGroup({ group, eventId }: { group: Group; eventId: string }) {
  const translate = useTranslate()
  const { kind, total, items } = group
  const rest = total - items.length
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {translate(`events.caused.${kind}`, { _: kind })} {formatExact(total)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <EffectRow key={item.id} entityType={group.entityType} item={item} />
        ))}
      </Box>
      {rest > 0 &&
        (kind === 'events' ? (
          <Link component={RouterLink} to={eventsWhere({ causeId: eventId })}>
            {translate('events.caused.more', { smart_count: rest })}
          </Link>
        ) : (
          <Typography variant="body2">
            {translate('events.caused.more', { smart_count: rest })}
          </Typography>
        ))}
    </div>
  )
}

function EffectRow({ entityType, item }: { entityType: string; item: Group['items'][number] }) {
  const translate = useTranslate()
  const addressOf = useEntityAddress()
  const { id, name, status, createdAt } = item
  const to = addressOf({
    id,
    createdAt,
    action: '',
    userId: null,
    userName: null,
    eventType: '',
    entityType,
    entityId: id,
    metadata: {},
  })
  const words = status
    ? translate(`events.effect.${status}`, { _: status.replaceAll('_', ' ') })
    : ''
  const label = name ?? words
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'baseline', gap: 1, py: 0.5, minWidth: 0 }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {to ? (
          <Link component={RouterLink} to={to}>
            {label}
          </Link>
        ) : (
          label
        )}
        {name && words && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' · '}
            {words}
          </Box>
        )}
      </Box>
      <Typography variant="body2" component="span" color="textSecondary" sx={{ flex: 'none' }}>
        <RelativeTime time={createdAt} />
      </Typography>
    </Box>
  )
}
