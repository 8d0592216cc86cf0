import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  ListContextProvider,
  useDataProvider,
  useListContext,
  type GetListParams,
  type GetListResult,
  type RaRecord,
} from 'ra-core'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { ListRowsContext, MOST_SELECTED, SeenRecords, type ListRows } from './rows.js'
import { usePagesInView } from './use_pages_in_view.js'

interface EndlessRowsProps {
  /** The query options of the list. */
  options: { meta?: unknown; refetchInterval?: number | false; refetchOnMount: boolean | 'always' }
  children: ReactNode
}

/**
 * All rows of a list without pagination. Only the pages in view are read, each separately; pages that are
 * scrolled past are not. The list's own first page gives the total number of rows.
 */
export function EndlessRows({ options, children }: EndlessRowsProps) {
  const { meta, refetchInterval, refetchOnMount } = options
  const list = useListContext()
  const { resource, perPage, sort, filterValues, filter, data: first, isPlaceholderData } = list
  const provider = useDataProvider()
  const client = useQueryClient()
  const seen = useRef(new SeenRecords()).current
  const { pages, isTop, show } = usePagesInView(perPage, list.total ?? 0)
  /** Pages that are read in addition, to find rows that have moved there. */
  const [extraPages, setExtraPages] = useState<readonly number[]>([])

  const asked = { ...filterValues, ...(filter as object) } as Record<string, unknown>
  // The same parameters that react-admin uses for the first page.
  const paramsOf = (page: number, count = perPage) =>
    ({
      pagination: { page, perPage: count },
      sort,
      filter: asked,
      meta,
    }) as GetListParams
  const keyOf = (page: number) => [resource, 'getList', paramsOf(page)]
  const ask = (params: GetListParams, signal?: AbortSignal) =>
    provider.getList<RaRecord>(resource, { ...params, signal })
  const queryOf = (page: number) => ({
    queryKey: keyOf(page),
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(paramsOf(page), signal),
  })
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...queryOf(page),
      refetchInterval,
      refetchOnMount,
      // Rows of the previous order are about to disappear.
      enabled: !isPlaceholderData,
    })),
    combine: combineAnswers,
  })

  const firstAt = client.getQueryState(keyOf(1))?.dataUpdatedAt ?? 0
  const total = answers.reduce(
    (latest, { at, total }) => (at > latest.at && total !== undefined ? { at, total } : latest),
    { at: firstAt, total: list.total }
  ).total

  const now = useRef({ asked, paramsOf, keyOf, queryOf, ask })
  now.current = { asked, paramsOf, keyOf, queryOf, ask }
  const seek = useCallback(
    async (first: number, end: number) => {
      const [from, to] = [first, end - 1].map(
        (index) => Math.floor(Math.max(0, index) / perPage) + 1
      )
      const looked = Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
      await Promise.all(looked.map((page) => client.fetchQuery(now.current.queryOf(page))))
      setExtraPages(looked)
    },
    [client, perPage]
  )
  const [rows, data] = useMemo(() => {
    const rowsByPage = new Map<number, readonly (RaRecord | undefined)[]>()
    const shown = new Set<RaRecord['id']>()
    const indexes = new Map<RaRecord['id'], number>()
    const read = new Map<number, { time: number; count: number }>()
    const { asked, keyOf } = now.current
    const readAt = (index: number) =>
      read.get(Math.floor(index / perPage) + 1) ?? { time: 0, count: total ?? 0 }
    const addPage = (page: number, records?: readonly RaRecord[]) => {
      if (!records || rowsByPage.has(page)) return
      const state = client.getQueryState<GetListResult>(keyOf(page))
      const time = state?.dataUpdatedAt ?? 0
      read.set(page, { time, count: state?.data?.total ?? 0 })
      // Rows of the previous query are about to disappear.
      if (!isPlaceholderData) seen.add(records, asked)
      // Pages that were read at different times may overlap.
      const isNew = ({ id }: RaRecord) => !shown.has(id) && shown.add(id)
      records.forEach(({ id }, at) => {
        const index = indexes.get(id)
        if (index === undefined || readAt(index).time < time) {
          indexes.set(id, (page - 1) * perPage + at)
        }
      })
      rowsByPage.set(
        page,
        records.map((record) => (isNew(record) ? record : undefined))
      )
    }
    for (const { page, data } of withPages(pages, answers)) addPage(page, data)
    const rowsInView = [...rowsByPage.values()].flat().filter((record) => record !== undefined)
    addPage(1, first)
    const rowsBefore = rowsByPage.get(1)?.filter((record) => record !== undefined) ?? []

    const unread = new Set<number>()
    // Show the cached page until it is reloaded. `useSteadyView` later compares the next rows with these rows, so
    // keep the nearby pages now: by then the cache may have newer ones.
    const rowsOf = (page: number) => {
      if (!rowsByPage.has(page) && !unread.has(page)) {
        addPage(page, client.getQueryData<GetListResult>(keyOf(page))?.data)
        if (!rowsByPage.has(page)) unread.add(page)
      }
      return rowsByPage.get(page)
    }
    extraPages.forEach(rowsOf)
    const count = total ?? 0
    const near = Math.ceil(MOST_SELECTED / perPage)
    const nearest = Math.max(1, (pages[0] ?? 1) - near)
    const furthest = Math.min(Math.ceil(count / perPage), (pages.at(-1) ?? 1) + near)
    for (let page = nearest; page <= furthest; page++) rowsOf(page)
    const at = (index: number) =>
      index >= 0 && index < count
        ? rowsOf(Math.floor(index / perPage) + 1)?.[index % perPage]
        : undefined
    const indexOf = (id: RaRecord['id']) => indexes.get(id) ?? -1
    const readRows = async (from: number, to: number) => {
      const { ask, asked, paramsOf } = now.current
      const whole = [from, to].map((index) => Math.floor(index / MOST_SELECTED) + 1)
      const answers = await Promise.all(
        [...new Set(whole)].map((page) => ask(paramsOf(page, MOST_SELECTED)))
      )
      const begin = from - (whole[0]! - 1) * MOST_SELECTED
      const records = answers.flatMap(({ data }) => data).slice(begin, begin + to - from + 1)
      seen.add(records, asked)
      return records
    }
    const between = (from: number, last: number) => {
      const to = Math.min(last, from + MOST_SELECTED - 1, count - 1)
      const records = Array.from({ length: to - from + 1 }, (_, step) => at(from + step))
      return records.every((record) => record !== undefined) ? records : readRows(from, to)
    }
    const { known, foundBy } = seen
    const rows: ListRows = { count, at, indexOf, readAt, known, foundBy, show, seek, between }
    const inList = isTop || rowsInView.length === 0 ? [...rowsBefore, ...rowsInView] : rowsInView
    return [rows, inList] as const
  }, [
    answers,
    client,
    first,
    isPlaceholderData,
    isTop,
    pages,
    perPage,
    seek,
    seen,
    show,
    extraPages,
    total,
  ])

  const shown = list.data === undefined ? list : { ...list, data, total }
  return (
    <ListContextProvider value={shown as typeof list}>
      <ListRowsContext value={rows}>{children}</ListRowsContext>
    </ListContextProvider>
  )
}

const combineAnswers = (results: UseQueryResult<GetListResult<RaRecord>, Error>[]) =>
  results.map(({ data, dataUpdatedAt }) => ({
    at: dataUpdatedAt,
    data: data?.data,
    total: data?.total,
  }))

const withPages = <A,>(pages: readonly number[], answers: readonly A[]) =>
  answers.map((answer, index) => ({ ...answer, page: pages[index]! }))
