import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useListContext, type Identifier, type RaRecord } from 'ra-core'
import { useEffect, useId, useRef } from 'react'
import { useListRows, type ListRows } from './rows.js'

/** Asked for with one request: their ids stand in its address. */
const AT_A_TIME = 100
const NONE: Identifier[] = []

type Asked = Readonly<Record<string, unknown>>
/** Whether a record that was asked for by its id is one of the list, where its search and filters do not say all of that. */
export type Belongs<T extends RaRecord = RaRecord> = (record: T, asked: Asked) => boolean

/**
 * Unselects what is no longer there to be selected: deleted, moved away or renamed out of a search, by whoever's hand. Asked
 * of the server whenever the list is read anew, each record by the search and filters that it was listed for: most of what is
 * selected may lie on pages that are not read.
 */
export function useStillThere(
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
      // What was done to them may unselect them in the same breath.
      await new Promise((resolve) => setTimeout(resolve))
      const ids = selected.current
      const answers = await Promise.all(
        questions(ids, foundBy).map(async ({ asked, ids }) => {
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

/** All of the ids, some at a time, with the search and filters that they were listed for. */
function questions(ids: readonly Identifier[], foundBy: ListRows['foundBy']) {
  const groups = Map.groupBy(ids, (id) => JSON.stringify(foundBy(id) ?? {}))
  return [...groups].flatMap(([filter, all]) =>
    Array.from({ length: Math.ceil(all.length / AT_A_TIME) }, (_, at) => ({
      asked: JSON.parse(filter) as Asked,
      ids: all.slice(at * AT_A_TIME, (at + 1) * AT_A_TIME),
    }))
  )
}
