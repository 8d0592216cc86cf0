import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext, type Identifier } from 'ra-core'
import { useEffect, useId, useRef } from 'react'
import { useListRows, type ListRows } from './rows.js'

/** Asked for with one request: their ids stand in its address. */
const AT_A_TIME = 100
const NONE: Identifier[] = []

/**
 * Unselects what is no longer there to be selected: deleted, moved away or renamed out of a search, by whoever's hand. Asked
 * of the server whenever the list is read anew, each record by the search and filters that it was listed for: most of what is
 * selected may lie on pages that are not read.
 */
export function useStillThere(refetchInterval: number | false | undefined): void {
  const { resource, selectedIds, onSelect } = useListContext()
  const { foundBy } = useListRows()
  const provider = useDataProvider()
  const list = useId()
  const selected = useRef(selectedIds)
  selected.current = selectedIds
  const { data: gone } = useQuery({
    queryKey: [resource, 'selected', list],
    queryFn: async ({ signal }) => {
      // What was done to them may unselect them in the same breath.
      await new Promise((resolve) => setTimeout(resolve))
      const ids = selected.current
      const answers = await Promise.all(
        questions(ids, foundBy).map((filter) =>
          provider.getList(resource, {
            pagination: { page: 1, perPage: AT_A_TIME },
            sort: { field: 'id', order: 'ASC' },
            filter,
            signal,
          })
        )
      )
      const there = new Set(answers.flatMap(({ data }) => data.map(({ id }) => id as Identifier)))
      return ids.filter((id: Identifier) => !there.has(id))
    },
    enabled: selectedIds.length > 0,
    initialData: NONE,
    // Each answer counts, also one that says the same again.
    structuralSharing: false,
    gcTime: 0,
    refetchInterval,
  })
  useEffect(() => {
    const left = selected.current.filter((id) => !gone.includes(id))
    if (left.length < selected.current.length) onSelect(left)
  }, [gone, onSelect])
}

/** Filters that name all of the ids, some at a time. */
function questions(ids: readonly Identifier[], foundBy: ListRows['foundBy']): object[] {
  const groups = Map.groupBy(ids, (id) => JSON.stringify(foundBy(id) ?? {}))
  return [...groups].flatMap(([filter, all]) =>
    Array.from({ length: Math.ceil(all.length / AT_A_TIME) }, (_, at) => ({
      ...(JSON.parse(filter) as object),
      id: all.slice(at * AT_A_TIME, (at + 1) * AT_A_TIME),
    }))
  )
}
