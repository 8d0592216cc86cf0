import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext, type Identifier, type RaRecord } from 'ra-core'
import { useEffect, useId, useRef } from 'react'
import { useListRows, type ListRows } from './rows.js'

/** Number of ids per request, because they are in its URL. */
const AT_A_TIME = 100
const NONE: Identifier[] = []

type Asked = Readonly<Record<string, unknown>>
/** Returns whether a record that was read by its id belongs to the list, if search and filters do not decide that. */
export type Belongs<T extends RaRecord = RaRecord> = (record: T, asked: Asked) => boolean

/**
 * Unselects records that left the list, because any person deleted, moved or renamed them. Whenever the list is
 * reloaded, this reads each selected record with the search and the filters under which it was listed, because
 * most selected records may be on pages that are not loaded.
 */
export function useUnselectGone(
  refetchInterval: number | false | undefined,
  belongs: Belongs = () => true
): void {
  const { resource, selectedIds, onSelect } = useListContext()
  const { foundBy } = useListRows()
  const provider = useDataProvider()
  const list = useId()
  const selected = useRef(selectedIds)
  selected.current = selectedIds
  const isHere = useRef(belongs)
  isHere.current = belongs
  const { data: gone } = useQuery({
    queryKey: [resource, 'selected', list],
    queryFn: async ({ signal }) => {
      // An action on the records may unselect them in the same tick.
      await new Promise((resolve) => setTimeout(resolve))
      const ids = selected.current
      const answers = await Promise.all(
        batchesOf(ids, foundBy).map(async ({ asked, ids }) => {
          const { data } = await provider.getList<RaRecord>(resource, {
            pagination: { page: 1, perPage: AT_A_TIME },
            sort: { field: 'id', order: 'ASC' },
            filter: { ...asked, id: ids },
            signal,
          })
          return data.filter((record) => isHere.current(record, asked))
        })
      )
      const there = new Set(answers.flat().map(({ id }) => id))
      return ids.filter((id: Identifier) => !there.has(id))
    },
    enabled: selectedIds.length > 0,
    initialData: NONE,
    // Each answer counts, even an equal one.
    structuralSharing: false,
    gcTime: 0,
    refetchInterval,
  })
  useEffect(() => {
    const left = selected.current.filter((id) => !gone.includes(id))
    if (left.length < selected.current.length) onSelect(left)
  }, [gone, onSelect])
}

/** Returns all ids in batches, each with the search and the filters under which its records were listed. */
function batchesOf(ids: readonly Identifier[], foundBy: ListRows['foundBy']) {
  const groups = Map.groupBy(ids, (id) => JSON.stringify(foundBy(id) ?? {}))
  return [...groups].flatMap(([filter, all]) =>
    Array.from({ length: Math.ceil(all.length / AT_A_TIME) }, (_, at) => ({
      asked: JSON.parse(filter) as Asked,
      ids: all.slice(at * AT_A_TIME, (at + 1) * AT_A_TIME),
    }))
  )
}
