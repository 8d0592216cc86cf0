import type { User } from '@crossdock/client'
import { shortId, type ListFilter } from '@crossdock/admin/kit'
import type { RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The filters in the address that have a single text as their value, by name. */
export function useAddressFilters(): Readonly<Record<string, string>> {
  const [search] = useSearchParams()
  const filter = search.get('filter')
  return useMemo(() => {
    try {
      const named = Object.entries(JSON.parse(filter ?? '{}') as Record<string, unknown>)
      return Object.fromEntries(
        named.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      )
    } catch {
      return {}
    }
  }, [filter])
}

/** A filter by an id that a link sets: people can remove it but not choose it. */
export const idFilter = (source: string, label: string, id: string | undefined): ListFilter[] =>
  id ? [{ source, label, choices: [{ id, name: shortId(id) }] }] : []

/** A filter by a person of the organization. */
export const personFilter = (source: string, label: string): ListFilter => ({
  source,
  label,
  reference: 'users',
  orderBy: 'email',
  nameOf: personName,
})

function personName(record: RaRecord<string>): string {
  const { firstName, lastName, email } = record as RaRecord<string> & User
  return [firstName, lastName].filter(Boolean).join(' ') || email
}
