import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { SearchField } from '../SearchField.js'

/** The list's search box; the slash key leads there from anywhere on the page. */
export function ListSearch({ placeholder }: { placeholder: string }) {
  const { filterValues, setFilters } = useListContext()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(writable)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const { search = '', ...others } = filterValues as { search?: string }
  return (
    <SearchField
      ref={input}
      placeholder={placeholder}
      value={String(search)}
      onChange={(text) => setFilters({ ...others, ...(text && { search: text }) })}
    />
  )
}

// Where a slash is a character, or another layer has the keyboard.
const writable = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]'
