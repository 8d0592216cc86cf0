import Box from '@mui/material/Box'
import { useListContext } from 'ra-core'
import { useListSetup } from './context.js'
import { ToggleChip } from './ToggleChip.js'
import type { QuickFilter } from './types.js'

/** Filters as toggle buttons; the active one is pressed. On phones they scroll sideways with all chips. */
export function QuickFilters() {
  const { quick } = useListSetup()
  const { filterValues, setFilters } = useListContext() as {
    filterValues: Record<string, unknown>
    setFilters: (values: Record<string, unknown>) => void
  }
  if (quick.length === 0) return null
  const sources = new Set(quick.flatMap(({ filter }) => Object.keys(filter)))
  const others = Object.fromEntries(
    Object.entries(filterValues).filter(([source]) => !sources.has(source))
  )
  const isSet = ({ filter }: QuickFilter) =>
    [...sources].every((source) => same(filter[source], filterValues[source]))
  return (
    <Box
      sx={{
        display: { xs: 'contents', sm: 'flex' },
        gap: 1,
        minWidth: 0,
        overflowX: 'auto',
        p: '3px',
        m: '-3px',
      }}
    >
      {quick.map((one) => (
        <ToggleChip
          key={one.id}
          label={one.label}
          isOn={isSet(one)}
          count={one.count || undefined}
          tone={one.tone ?? 'danger'}
          onPress={() => setFilters({ ...others, ...one.filter })}
        />
      ))}
    </Box>
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
