import { useListContext, type Identifier } from 'ra-core'
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { isFocusLost } from '../focus.js'
import { useShortcut } from '../shortcuts.js'
import { useListSetup } from './context.js'
import { useListRows, type ListRows } from './rows.js'
import { findNext, TypeAhead } from './type_ahead.js'
import { useFreeKeys } from './use_free_keys.js'
import { useSelectRows } from './use_select_rows.js'

interface Options {
  /** Scrolls to a row that is not rendered yet. */
  reveal?: (index: number) => void
  /** The index of the first rendered row; 0 by default. */
  first?: number
  last?: number
  /** Number of cards per line; 1 by default. */
  across?: number
}

type Presses = Partial<
  Record<'onClick' | 'onDoubleClick' | 'onMouseDown', (event: MouseEvent) => void>
>

export interface ListRowKeys {
  rows: ListRows
  /** The container of the rows. */
  box: RefObject<HTMLElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  /** Event handlers of the container, where a press selects. */
  presses: Presses
  /** The row that is the Tab stop, and the handler that moves it with the focus. */
  stop: number
  onReach: (index: number) => void
  /** Called when the checkbox of a row was pressed. With Shift, the whole range is selected. */
  onCheck: (index: number, withShift: boolean) => void
  /** Attributes of a row. */
  row: (index: number) => {
    'data-row': number
    'data-record': Identifier | undefined
    tabIndex: number
    onFocus: () => void
  }
}

const PAGE = 10
/** Elements inside a row that handle presses themselves. */
const PRESSED = 'a, button, input, label, [role=button]'

/**
 * Makes the rows of a list one Tab stop. Arrows, j and k, Home, End and the page keys move between rows. Enter
 * opens (or follows the row's link), x and Space select, with Shift a range. Keys pressed on a control
 * inside a row belong to that control; the letters work from anywhere on the screen.
 */
export function useListRowKeys({ reveal, first, last, across = 1 }: Options = {}): ListRowKeys {
  const { opener, isSelectable, pressSelects, nameOf } = useListSetup()
  const { onToggleItem, onSelect, selectedIds } = useListContext()
  const rows = useListRows()
  const box = useRef<HTMLElement>(null)
  const selectRows = useSelectRows()
  const [current, setCurrent] = useState(0)
  const letters = useRef(new TypeAhead()).current
  /** The row to focus that has not been read yet. */
  const waiting = useRef<number>(undefined)
  /** The start of a range of selected rows. */
  const anchor = useRef<Identifier>(undefined)
  const end = rows.count - 1
  const stop = Math.max(first ?? 0, Math.min(current, last ?? end))

  const find = (index: number) => box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  const go = (index: number) => {
    if (!find(index)) reveal?.(index)
    // A row that scrolls into view is rendered some frames later.
    const focus = (tries: number) => {
      const row = find(index)
      if (row) {
        row.focus()
        waiting.current = row.dataset.record === undefined ? index : undefined
      } else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
    }
    focus(30)
  }
  const toggle = (id: Identifier) => {
    anchor.current = id
    onToggleItem(id)
  }
  const check = (index: number, withShift: boolean) => {
    const record = rows.at(index)
    if (!record) return
    const from = anchor.current === undefined ? -1 : rows.indexOf(anchor.current)
    if (!withShift || from < 0 || selectedIds.length === 0) return toggle(record.id)
    anchor.current = record.id
    const isOff = selectedIds.includes(record.id)
    void selectRows(Math.min(from, index), Math.max(from, index), (ids) =>
      isOff ? selectedIds.filter((id) => !ids.includes(id)) : [...new Set([...selectedIds, ...ids])]
    )
  }
  const checks = useRef(check)
  checks.current = check
  // A stable function: otherwise each row would render again.
  const onCheck = useCallback((...row: Parameters<typeof check>) => checks.current(...row), [])
  const selectTo = (index: number, from: number) => {
    const isBegun = selectedIds.length > 0
    const known = isBegun && anchor.current !== undefined ? rows.indexOf(anchor.current) : -1
    const begin = known < 0 ? from : known
    anchor.current = rows.at(begin)?.id
    const [low, high] = begin < index ? [begin, index] : [index, begin]
    void selectRows(low, high)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = Number(target.dataset.row)
    const record = rows.at(index)
    const typed = nameOf && letters.typed(event.nativeEvent)
    const to = typed ? undefined : targetOf(key, index, end, across)
    if (typed) {
      const names = Array.from({ length: rows.count }, (_, at) => {
        const one = rows.at(at)
        return one ? nameOf(one) : ''
      })
      const found = findNext(names, typed, index)
      if (found >= 0) go(found)
    } else if (to !== undefined) {
      if (event.shiftKey && isSelectable) selectTo(to, index)
      go(to)
    } else if (key === 'Enter' && record) (opener(record) ?? follow(target))?.()
    else if ((key === ' ' || key === 'x') && isSelectable && record) toggle(record.id)
    else return
    event.preventDefault()
  }

  const pressed = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(PRESSED)) return undefined
    const row = target.closest<HTMLElement>('[data-row]')
    return row && box.current?.contains(row) ? Number(row.dataset.row) : undefined
  }
  const presses: Presses = {
    onClick: (event) => {
      const index = pressed(event)
      const record = index === undefined ? undefined : rows.at(index)
      if (index === undefined || !record) return
      if (event.shiftKey) selectTo(index, stop)
      else if (event.ctrlKey || event.metaKey) toggle(record.id)
      else {
        anchor.current = record.id
        onSelect([record.id])
      }
    },
    onDoubleClick: (event) => {
      const record = rows.at(pressed(event) ?? -1)
      if (record) opener(record)?.()
    },
    // Otherwise the browser would select text.
    onMouseDown: (event) => {
      if (event.shiftKey && pressed(event) !== undefined) event.preventDefault()
    },
  }

  const rowInFocus = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    return row && box.current?.contains(row) ? row : undefined
  }
  // The index of the focused row changes when rows are inserted above it.
  useLayoutEffect(() => {
    const index = waiting.current
    if (index !== undefined && rows.at(index)) {
      waiting.current = undefined
      if (isFocusLost() || rowInFocus()) find(index)?.focus()
    }
    const row = rowInFocus()
    if (row) setCurrent(Number(row.dataset.row))
  }, [rows])
  const step = (by: number) => {
    const row = rowInFocus()
    go(row ? clamp(Number(row.dataset.row) + by, end) : stop)
  }
  const select = () => {
    const record = rows.at(Number(rowInFocus()?.dataset.row ?? -1))
    if (record) toggle(record.id)
  }
  useFreeKeys((key) => {
    if (end < 0) return false
    if (key === 'ArrowDown' || key === 'ArrowUp') go(stop)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(end)
    else return false
    return true
  })
  const group = 'kit.keys.list'
  useShortcut('j', 'kit.list.keys.next', () => step(1), { group, also: 'ArrowDown' })
  useShortcut('k', 'kit.list.keys.previous', () => step(-1), { group, also: 'ArrowUp' })
  useShortcut('x', 'kit.list.keys.select', select, { group, also: 'Space', enabled: isSelectable })
  // Only lists the shortcut. Rows handle Enter themselves.
  useShortcut('Enter', 'kit.list.keys.open', () => undefined, { group })
  const selectAll = () => void selectRows(0, end)
  useShortcut('mod+a', 'ra.action.select_all', selectAll, { group, enabled: pressSelects })
  const isAnySelected = selectedIds.length > 0
  const clear = () => onSelect([])
  useShortcut('Escape', 'kit.list.unselect', clear, { group, enabled: isAnySelected })
  return {
    rows,
    box,
    onKeyDown,
    presses: pressSelects ? presses : {},
    stop,
    onReach: setCurrent,
    onCheck,
    row: (index) => ({
      'data-row': index,
      'data-record': rows.at(index)?.id,
      tabIndex: index === stop ? 0 : -1,
      onFocus: () => setCurrent(index),
    }),
  }
}

function follow(row: HTMLElement): (() => void) | undefined {
  const link = row.querySelector('a')
  return link ? () => link.click() : undefined
}

function targetOf(key: string, index: number, end: number, across: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + across,
    ArrowUp: index - across,
    j: index + 1,
    k: index - 1,
    PageDown: index + PAGE * across,
    PageUp: index - PAGE * across,
    Home: 0,
    End: end,
    ...(across > 1 && { ArrowRight: index + 1, ArrowLeft: index - 1 }),
  }
  const to = targets[key]
  // There is no line above the first.
  if (to !== undefined && to < 0 && key === 'ArrowUp' && across > 1) return index
  return to === undefined ? undefined : clamp(to, end)
}

const clamp = (index: number, end: number) => Math.max(0, Math.min(end, index))
