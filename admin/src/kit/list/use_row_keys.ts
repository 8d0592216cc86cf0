import { useListContext, type Identifier, type RaRecord } from 'ra-core'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useShortcut } from '../shortcuts.js'
import { useListSetup } from './context.js'

interface Options {
  /** Brings a row into the page that is not in it yet. */
  reveal?: (index: number) => void
  /** The rows that are in the page; all when left out. */
  first?: number
  last?: number
}

export interface ListRowKeys {
  records: readonly RaRecord[]
  /** What holds the rows. */
  box: RefObject<HTMLElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  /** The row that the Tab key goes to, and what tells that the focus reached another one. */
  stop: number
  onReach: (index: number) => void
  /** Attributes of a row. */
  row: (index: number) => {
    'data-row': number
    'data-record': Identifier | undefined
    tabIndex: number
    onFocus: () => void
  }
}

const PAGE = 10
const NONE: readonly RaRecord[] = []

/**
 * The rows of a list as one stop of the Tab key: arrows, j and k, Home, End and the page keys go from row to
 * row, Enter opens (or follows the row's link), x and Space select. Keys pressed on something inside of a row
 * belong to that; the letters work from anywhere on the screen.
 */
export function useListRowKeys({ reveal, first, last }: Options = {}): ListRowKeys {
  const { opener, isSelectable } = useListSetup()
  const { data, onToggleItem } = useListContext()
  const records = data ?? NONE
  const box = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState(0)
  const end = records.length - 1
  const stop = Math.max(first ?? 0, Math.min(current, last ?? end))

  const go = (index: number) => {
    const find = () => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    if (!find()) reveal?.(index)
    // A row that comes into sight is there some frames later.
    const focus = (tries: number) => {
      const row = find()
      if (row) row.focus()
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
    }
    focus(30)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = Number(target.dataset.row)
    const record = records[index]
    const to = targetOf(key, index, end)
    if (to !== undefined) go(to)
    else if (key === 'Enter' && record) (opener(record) ?? follow(target))?.()
    else if ((key === ' ' || key === 'x') && isSelectable && record) onToggleItem(record.id)
    else return
    event.preventDefault()
  }

  const rowInFocus = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    return row && box.current?.contains(row) ? row : undefined
  }
  const step = (by: number) => {
    const row = rowInFocus()
    go(row ? clamp(Number(row.dataset.row) + by, end) : stop)
  }
  const select = () => {
    const record = records[Number(rowInFocus()?.dataset.row)]
    if (record) onToggleItem(record.id)
  }
  const group = 'kit.keys.list'
  useShortcut('j', 'kit.list.keys.next', () => step(1), { group, also: 'ArrowDown' })
  useShortcut('k', 'kit.list.keys.previous', () => step(-1), { group, also: 'ArrowUp' })
  useShortcut('x', 'kit.list.keys.select', select, { group, also: 'Space', enabled: isSelectable })
  // On a row the row itself takes it; elsewhere there is nothing to open.
  useShortcut('Enter', 'kit.list.keys.open', () => undefined, { group })
  return {
    records,
    box,
    onKeyDown,
    stop,
    onReach: setCurrent,
    row: (index) => ({
      'data-row': index,
      'data-record': records[index]?.id,
      tabIndex: index === stop ? 0 : -1,
      onFocus: () => setCurrent(index),
    }),
  }
}

function follow(row: HTMLElement): (() => void) | undefined {
  const link = row.querySelector('a')
  return link ? () => link.click() : undefined
}

function targetOf(key: string, index: number, end: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    j: index + 1,
    k: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: end,
  }
  const to = targets[key]
  return to === undefined ? undefined : clamp(to, end)
}

const clamp = (index: number, end: number) => Math.max(0, Math.min(end, index))
