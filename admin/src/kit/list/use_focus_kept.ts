import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { placeFocus } from '../focus.js'

/** When the row or the bar that had the focus goes away, the focus stays in the list. */
export function useFocusKept() {
  const { data, selectedIds } = useListContext()
  const box = useRef<HTMLDivElement>(null)
  const had = useRef(false)
  const count = selectedIds.length
  useEffect(() => {
    if (had.current && box.current) placeFocus(box.current)
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
