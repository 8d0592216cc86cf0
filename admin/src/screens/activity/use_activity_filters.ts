import type { ActivityType } from '@crossdock/client'
import { usePermissions, useRead, useSession, type ListFilter } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRegistry } from '../../registry/context.js'
import { idFilter, personFilter, useAddressFilters } from './log_filters.js'
import { useKindNames } from './use_kind_names.js'

/** Things of the core that have no screen of their own to be linked to. */
const ofTheCore = ['user', 'api_token', 'tenant', 'job']

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

/** What the feed can be narrowed by: who, what it is about, what happened, when, and (from elsewhere) one thing. */
export function useActivityFilters(): ListFilter[] {
  const translate = useTranslate()
  const names = useKindNames()
  const { entityLinks } = useRegistry()
  const { can } = usePermissions()
  const session = useSession()
  // The operator has no organization whose people could be asked for.
  const knowsPeople = can('users.read') && Boolean(session.data?.tenant)
  const types = useRead<ActivityType[]>('activity-types')
  const asked = useAddressFilters()
  const label = (key: string) => translate(`activity.column.${key}`)
  const things = [...new Set([...ofTheCore, ...Object.keys(entityLinks)])]
  return [
    ...(knowsPeople
      ? [personFilter('userId', label('person'))]
      : idFilter('userId', label('person'), asked.userId)),
    {
      source: 'entityType',
      label: label('kind'),
      choices: things.map((id) => ({ id, name: names.thing(id) })).sort(byName),
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
  ]
}
