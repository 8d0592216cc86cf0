import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ListFilter as FilterIcon } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Icon } from '../Icon.js'
import { useListSetup } from './context.js'
import { FilterChip } from './FilterChip.js'
import { FilterValues } from './FilterValues.js'
import { periodEnds } from './periods.js'
import type { ListFilter } from './types.js'

/** The server filters that one filter of a list sets. */
const sourcesOf = (filter: ListFilter): readonly string[] =>
  'period' in filter ? periodEnds : [filter.source]

/** A chip for each set filter, and a menu to add another one. */
export function ListFilters() {
  const translate = useTranslate()
  const { filters, quick } = useListSetup()
  const { filterValues, setFilters } = useListContext() as {
    filterValues: Record<string, unknown>
    setFilters: (values: Record<string, unknown>) => void
  }
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [edited, setEdited] = useState<ListFilter>()
  const [listed, setListed] = useState(false)
  const next = useRef<ListFilter>(undefined)
  const isSet = (filter: ListFilter) =>
    sourcesOf(filter).some((source) => filterValues[source] !== undefined)
  const isShown = (filter: ListFilter) => isSet(filter) || ('pinned' in filter && filter.pinned)
  const free = filters.filter((filter) => !isShown(filter))
  const isQuick = (source: string) => quick.some(({ filter }) => source in filter)
  // The address may contain filters that this screen does not offer. They are shown so that people can remove them.
  const unknown = Object.keys(filterValues)
    .filter(
      (source) =>
        source !== 'search' &&
        !isQuick(source) &&
        !filters.some((one) => sourcesOf(one).includes(source))
    )
    .map((source) => ({ source, label: source, choices: [] }))

  const without = (filter: ListFilter) =>
    Object.fromEntries(
      Object.entries(filterValues).filter(([source]) => !sourcesOf(filter).includes(source))
    )
  const edit = (filter: ListFilter, at: HTMLElement) => {
    setAnchor(at)
    setEdited(filter)
  }
  return (
    <>
      {[...filters.filter(isShown), ...unknown].map((filter) => (
        <FilterChip
          key={filter.source}
          filter={filter}
          values={filterValues}
          onEdit={(at) => edit(filter, at)}
          onRemove={isSet(filter) ? () => setFilters(without(filter)) : undefined}
        />
      ))}
      {free.length > 0 && (
        <Button
          variant="outlined"
          startIcon={<Icon icon={FilterIcon} />}
          aria-haspopup="menu"
          aria-expanded={listed || undefined}
          onClick={({ currentTarget }) => {
            setAnchor(currentTarget)
            setListed(true)
          }}
        >
          {translate('kit.list.addFilter')}
        </Button>
      )}
      <Menu
        open={listed}
        anchorEl={anchor}
        onClose={() => setListed(false)}
        slotProps={{
          // Open the editor after the menu has closed, because two layers would compete for the focus.
          transition: {
            onExited: () => {
              setEdited(next.current)
              next.current = undefined
            },
          },
        }}
      >
        {free.map((filter) => (
          <MenuItem
            key={filter.source}
            onClick={() => {
              next.current = filter
              setListed(false)
            }}
          >
            {filter.label}
          </MenuItem>
        ))}
      </Menu>
      {edited && anchor && (
        <FilterValues
          filter={edited}
          anchor={anchor}
          values={filterValues}
          onChange={(values) => {
            setEdited(undefined)
            setFilters({ ...without(edited), ...values })
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
