import type { EventType } from '@crossdock/client'
import {
  useEnvironments,
  usePermissions,
  useRead,
  useSession,
  type ListFilter,
  type QuickFilter,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { idFilter, personFilter, useAddressFilters } from './log_filters.js'
import { parkedStatuses } from './model.js'
import { useParkedCount } from './use_parked_count.js'

/** Areas with a chip, in this order. An area without installed event types has no chip. */
const chips = ['assets', 'flows', 'integrations', 'webhook', 'agents', 'sync'] as const

const actors = ['user', 'token', 'agent', 'flow', 'link', 'webhook', 'sync', 'system'] as const

const useTypes = () => useRead<EventType[]>('events/types')

/** Chips for all events, for each area, and for parked events with their count. */
export function useQuickFilters(): QuickFilter[] {
  const translate = useTranslate()
  const { data = [] } = useTypes()
  const { can } = usePermissions()
  const parked = useParkedCount()
  const isThere = (group: string) =>
    data.some((type) => type.group === group && (!type.permission || can(type.permission)))
  return [
    { id: 'all', label: translate('events.chip.all'), filter: {} },
    ...chips.filter(isThere).map((group) => ({
      id: group,
      label: translate(`events.chip.${group}`),
      filter: { group },
    })),
    {
      id: 'parked',
      label: translate('events.chip.parked'),
      filter: { status: parkedStatuses },
      count: parked,
    },
  ]
}

/** The filters of the log in addition to the chips, and filters by id that links set. */
export function useEventFilters(): ListFilter[] {
  const translate = useTranslate()
  const { data = [] } = useTypes()
  const { can } = usePermissions()
  const { environments } = useEnvironments()
  const hasTenant = Boolean(useSession().data?.tenant)
  const asked = useAddressFilters()
  const label = (key: string) => translate(`events.filter.${key}`)
  const readable = data.filter((type) => !type.permission || can(type.permission))
  const byId = (source: string) => idFilter(source, label(source), asked[source])
  return [
    {
      source: 'eventType',
      label: label('eventType'),
      choices: readable.map(({ name }) => ({ id: name, name })),
    },
    { source: 'after', label: label('after'), period: true },
    ...(hasTenant && can('users.read')
      ? [personFilter('actorId', label('actorId'))]
      : byId('actorId')),
    {
      source: 'actorType',
      label: label('actorType'),
      choices: actors.map((id) => ({ id, name: translate(`events.actor.${id}`) })),
    },
    ...(environments.length > 1
      ? [
          {
            source: 'environmentId',
            label: label('environmentId'),
            choices: environments.map(({ id, displayName }) => ({ id, name: displayName })),
          },
        ]
      : []),
    ...byId('targetId'),
    ...byId('sourceId'),
    ...byId('causeId'),
    ...byId('rootId'),
  ]
}
