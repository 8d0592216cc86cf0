import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { restoreFocus } from '../focus.js'

/** Keeps the focus in the list when the focused row or bar disappears. */
export function useFocusKept() {
  const { data, selectedIds } = useListContext()
  const box = useRef<HTMLDivElement>(null)
  const had = useRef(false)
  const count = selectedIds.length
  useEffect(() => {
    if (had.current && box.current) restoreFocus(box.current)
  }, [data, count])
  return {
    ref: box,
    tabIndex: -1,
    onFocus: () => {
      had.current = true
    },
    onBlur: () => {
      had.current = false
    },
  }
}
