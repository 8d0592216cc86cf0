import type { ActivityType } from '@crossdock/client'
import { usePermissions, useRead, useSession, type ListFilter } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRegistry } from '../../registry/context.js'
import { idFilter, personFilter, useAddressFilters } from '../events/log_filters.js'
import { useKindNames } from './use_kind_names.js'

/** Object types of the core that have no screen to link to. */
const coreTypes = ['user', 'api_token', 'tenant', 'job']

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

/** The filters of the feed: person, object type, event type, time, and (from links) one object. */
export function useActivityFilters(): ListFilter[] {
  const translate = useTranslate()
  const names = useKindNames()
  const { entityLinks } = useRegistry()
  const { can } = usePermissions()
  const session = useSession()
  // Outside an organization, the operator cannot list people.
  const knowsPeople = can('users.read') && Boolean(session.data?.tenant)
  const types = useRead<ActivityType[]>('activity-types')
  const asked = useAddressFilters()
  const label = (key: string) => translate(`activity.column.${key}`)
  const entityTypes = [...new Set([...coreTypes, ...Object.keys(entityLinks)])]
  return [
    ...(knowsPeople
      ? [personFilter('userId', label('person'))]
      : idFilter('userId', label('person'), asked.userId)),
    {
      source: 'entityType',
      label: label('kind'),
      choices: entityTypes.map((id) => ({ id, name: names.thing(id) })).sort(byName),
    },
    {
      source: 'eventType',
      label: label('event'),
      choices: (types.data ?? [])
        .map(({ name, description }) => ({ id: name, name: names.event(name, description) }))
        .sort(byName),
    },
    { source: 'after', label: label('time'), period: true },
    ...idFilter('entityId', translate('activity.oneThing'), asked.entityId),
    ...idFilter('partOf', translate('activity.oneLine'), asked.partOf),
  ]
}
