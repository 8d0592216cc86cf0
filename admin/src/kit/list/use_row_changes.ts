import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useListContext, type Identifier, type RaRecord } from 'ra-core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useListRows, type ListRows } from './rows.js'
import { useListQuery } from './use_list_query.js'

/** What happened to a row while the list was open. */
export type RowChange = 'new' | 'changed'
type RowChanges = ReadonlyMap<Identifier, RowChange>

const NONE: RowChanges = new Map()
/** As long (ms) as the longest animation of `RowsBody`. */
const SHOWN = 1_200
/** A change this soon (ms) after the person's own action is not marked. */
const OWN_ACTION = 4_000

/** Returns the rows in view that are new or that other people changed. After a change of the query, no row is new. */
export function useRowChanges(first: number, last: number): RowChanges {
  const rows = useListRows()
  const asked = useListQuery()
  const { isPlaceholderData } = useListContext()
  const client = useQueryClient()
  const before = useRef({ rows, asked: '' })
  const [news, setNews] = useState(NONE)
  useLayoutEffect(() => {
    const previous = before.current
    const now = { rows, asked: isPlaceholderData ? '' : asked }
    before.current = now
    if (previous.rows === rows || previous.asked !== now.asked || now.asked === '') return
    const found = changesOf(previous.rows, rows, first, last, isOwn(client))
    if (found.size > 0) setNews(found)
  }, [rows, asked, isPlaceholderData, first, last, client])
  useEffect(() => {
    if (news === NONE) return
    const timer = setTimeout(() => setNews(NONE), SHOWN)
    return () => clearTimeout(timer)
  }, [news])
  return news
}

function changesOf(before: ListRows, now: ListRows, first: number, last: number, isOwn: boolean) {
  const news = new Map<Identifier, RowChange>()
  for (let index = first; index <= last; index++) {
    const record = now.at(index)
    if (!record) continue
    const was = before.at(before.indexOf(record.id))
    // Rows on an unread page may have been there before.
    const wasRead = index >= before.count || before.at(index) !== undefined
    if (!was && wasRead) news.set(record.id, 'new')
    else if (was && !isOwn && updatedAt(was) !== updatedAt(record)) news.set(record.id, 'changed')
  }
  return news
}

// A counter such as the last heartbeat does not count as a change.
const updatedAt = (record: RaRecord): unknown => record.updatedAt

const isOwn = (client: QueryClient) =>
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_ACTION)
