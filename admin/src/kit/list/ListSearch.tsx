import { useListContext } from 'ra-core'
import { useRef } from 'react'
import { SearchField } from '../SearchField.js'
import { useShortcut } from '../shortcuts.js'

/** The list's search box. The slash key focuses it from anywhere on the page. */
export function ListSearch({ placeholder }: { placeholder: string }) {
  const { filterValues, setFilters } = useListContext()
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', 'kit.list.find', () => {
    input.current?.focus()
    input.current?.select()
  })
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
