import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  ListContextProvider,
  useDataProvider,
  useListContext,
  type GetListParams,
  type GetListResult,
  type RaRecord,
} from 'ra-core'
import { useMemo, useRef, type ReactNode } from 'react'
import { ListRowsContext, MOST_SELECTED, Seen, type ListRows } from './rows.js'
import { useSight } from './use_sight.js'

interface EndlessRowsProps {
  /** Those of the list itself. */
  options: { meta?: unknown; refetchInterval?: number | false; refetchOnMount: boolean | 'always' }
  children: ReactNode
}

/**
 * All rows of a list at once, of which the pages in sight are read, each on its own: what is scrolled past
 * is not, and what changes is read anew only where it is seen. The list's own first page tells that there
 * is something, and how much.
 */
export function EndlessRows({ options, children }: EndlessRowsProps) {
  const { meta, refetchInterval, refetchOnMount } = options
  const list = useListContext()
  const { resource, perPage, sort, filterValues, filter, data: first, isPlaceholderData } = list
  const provider = useDataProvider()
  const client = useQueryClient()
  const seen = useRef(new Seen()).current
  const { pages, isTop, show } = useSight(perPage, list.total ?? 0)

  // As react-admin asks for the first.
  const paramsOf = (page: number, count = perPage) =>
    ({
      pagination: { page, perPage: count },
      sort,
      filter: { ...filterValues, ...(filter as object) },
      meta,
    }) as GetListParams
  const keyOf = (page: number) => [resource, 'getList', paramsOf(page)]
  const ask = (params: GetListParams, signal?: AbortSignal) =>
    provider.getList<RaRecord>(resource, { ...params, signal })
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: keyOf(page),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(paramsOf(page), signal),
      refetchInterval,
      refetchOnMount,
      // What is shown of the order before is on its way out.
      enabled: !isPlaceholderData,
    })),
    combine: answered,
  })

  const firstAt = client.getQueryState(keyOf(1))?.dataUpdatedAt ?? 0
  const total = answers.reduce(
    (latest, { at, total }) => (at > latest.at && total !== undefined ? { at, total } : latest),
    { at: firstAt, total: list.total }
  ).total

  const now = useRef({ paramsOf, keyOf, ask })
  now.current = { paramsOf, keyOf, ask }
  const [rows, data] = useMemo(() => {
    const held = new Map<number, readonly (RaRecord | undefined)[]>()
    const ids = new Set<RaRecord['id']>()
    const isNew = ({ id }: RaRecord) => !ids.has(id) && ids.add(id)
    const hold = (page: number, records: readonly RaRecord[] | undefined) => {
      if (!records || held.has(page)) return
      seen.add(records)
      // Pages that were read at different times may overlap.
      held.set(
        page,
        records.map((record) => (isNew(record) ? record : undefined))
      )
    }
    for (const { page, data } of withPages(pages, answers)) hold(page, data)
    const inSight = [...held.values()].flat().filter((record) => record !== undefined)
    hold(1, first)
    const beforeThem = held.get(1)?.filter((record) => record !== undefined) ?? []

    const { keyOf } = now.current
    // Read before, and as it was then, until it has been read again.
    const remembered = (page: number) => {
      if (!held.has(page)) hold(page, client.getQueryData<GetListResult>(keyOf(page))?.data)
      return held.get(page)
    }
    const count = total ?? 0
    const at = (index: number) =>
      index >= 0 && index < count
        ? remembered(Math.floor(index / perPage) + 1)?.[index % perPage]
        : undefined
    const indexOf = (id: RaRecord['id']) => {
      for (const [page, records] of held) {
        const index = records.findIndex((record) => record?.id === id)
        if (index >= 0) return (page - 1) * perPage + index
      }
      return -1
    }
    const read = async (from: number, to: number) => {
      const { ask, paramsOf } = now.current
      const whole = [from, to].map((index) => Math.floor(index / MOST_SELECTED) + 1)
      const asked = await Promise.all(
        [...new Set(whole)].map((page) => ask(paramsOf(page, MOST_SELECTED)))
      )
      const begin = from - (whole[0]! - 1) * MOST_SELECTED
      const records = asked.flatMap(({ data }) => data).slice(begin, begin + to - from + 1)
      seen.add(records)
      return records
    }
    const between = (from: number, last: number) => {
      const to = Math.min(last, from + MOST_SELECTED - 1, count - 1)
      const records = Array.from({ length: to - from + 1 }, (_, step) => at(from + step))
      return records.every((record) => record !== undefined) ? records : read(from, to)
    }
    const rows: ListRows = { count, at, indexOf, known: seen.known, show, between }
    const shown = isTop || inSight.length === 0 ? [...beforeThem, ...inSight] : inSight
    return [rows, shown] as const
  }, [answers, client, first, isTop, pages, perPage, seen, show, total])

  const shown = list.data === undefined ? list : { ...list, data, total }
  return (
    <ListContextProvider value={shown as typeof list}>
      <ListRowsContext value={rows}>{children}</ListRowsContext>
    </ListContextProvider>
  )
}

const answered = (results: UseQueryResult<GetListResult<RaRecord>, Error>[]) =>
  results.map(({ data, dataUpdatedAt }) => ({
    at: dataUpdatedAt,
    data: data?.data,
    total: data?.total,
  }))

const withPages = <A,>(pages: readonly number[], answers: readonly A[]) =>
  answers.map((answer, index) => ({ ...answer, page: pages[index]! }))
