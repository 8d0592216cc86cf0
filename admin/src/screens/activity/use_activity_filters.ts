import type { ActivityType, User } from '@crossdock/client'
import { shortId, usePermissions, useRead, useSession, type ListFilter } from '@crossdock/admin/kit'
import { useTranslate, type RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useRegistry } from '../../registry/context.js'
import { useKindNames } from './use_kind_names.js'

/** Things of the core that have no screen of their own to be linked to. */
const ofTheCore = ['user', 'api_token', 'tenant', 'job']

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

function personName(record: RaRecord<string>): string {
  const { firstName, lastName, email } = record as RaRecord<string> & User
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

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
  const asked = useAskedIds()
  const label = (key: string) => translate(`activity.column.${key}`)
  const things = [...new Set([...ofTheCore, ...Object.keys(entityLinks)])]
  return [
    ...(knowsPeople
      ? [
          {
            source: 'userId',
            label: label('person'),
            reference: 'users',
            orderBy: 'email',
            nameOf: personName,
          },
        ]
      : shown('userId', label('person'), asked.userId)),
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
    ...shown('entityId', translate('activity.oneThing'), asked.entityId),
  ]
}

/** The ids the address narrows the feed by. */
function useAskedIds(): { userId?: string; entityId?: string } {
  const [search] = useSearchParams()
  const filter = search.get('filter')
  return useMemo(() => {
    try {
      const asked = JSON.parse(filter ?? '{}') as Record<string, unknown>
      const id = (name: string) => {
        const value = asked[name]
        return typeof value === 'string' ? value : undefined
      }
      return { userId: id('userId'), entityId: id('entityId') }
    } catch {
      return {}
    }
  }, [filter])
}

/** An id that links bring and nobody types: shown, to be taken away. */
const shown = (source: string, label: string, id: string | undefined): ListFilter[] =>
  id ? [{ source, label, choices: [{ id, name: shortId(id) }] }] : []
