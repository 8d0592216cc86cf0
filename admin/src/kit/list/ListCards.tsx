import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import { useListContext, useTranslate, type RaRecord } from 'ra-core'
import type { RefObject } from 'react'
import { cardGrid } from '../Skeletons.js'
import { useListSetup } from './context.js'
import { useListRowKeys } from './use_row_keys.js'

/** The list as cards: the columns one below the other, or what the screen draws for a record. */
export function ListCards() {
  const { label, opener, isSelectable, card } = useListSetup()
  const { selectedIds, onToggleItem } = useListContext()
  const keys = useListRowKeys()
  const translate = useTranslate()
  return (
    <Box
      component="ul"
      aria-label={label}
      ref={keys.box as RefObject<HTMLUListElement>}
      onKeyDown={keys.onKeyDown}
      sx={{ ...cardGrid, m: 0, p: 0, listStyle: 'none' }}
    >
      {keys.records.map((record, index) => (
        <Card
          component="li"
          key={record.id}
          {...keys.row(index)}
          onClick={opener(record)}
          sx={{
            position: 'relative',
            minWidth: 0,
            // How far what stands at the top of a card leaves its edge to the checkbox.
            '--card-start': isSelectable ? '30px' : '0px',
            cursor: opener(record) && 'pointer',
            '&:focus-visible': {
              outline: (theme) => `2px solid ${theme.palette.accent}`,
              outlineOffset: 2,
            },
          }}
        >
          {isSelectable && (
            <Checkbox
              checked={selectedIds.includes(record.id)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => onToggleItem(record.id)}
              slotProps={{ input: { 'aria-label': translate('ra.action.select_row') } }}
              sx={{ position: 'absolute', left: 12, top: 14 }}
            />
          )}
          {card ? card(record) : <ColumnsCard record={record} />}
        </Card>
      ))}
    </Box>
  )
}

function ColumnsCard({ record }: { record: RaRecord }) {
  const { columns } = useListSetup()
  const at = (place: string) => columns.filter(({ card = 'line' }) => card === place)
  return (
    <Box sx={{ px: 2, py: 1.75 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, pl: 'var(--card-start)' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {at('title').map((column) => (
            <div key={column.source}>{column.render(record)}</div>
          ))}
        </Box>
        {at('corner').map((column) => (
          <Box key={column.source} sx={{ flex: 'none' }}>
            {column.render(record)}
          </Box>
        ))}
      </Box>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.75,
          m: 0,
          mt: 1.25,
          fontSize: '0.8125rem',
        }}
      >
        {at('line').map((column) => (
          <Box key={column.source} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {column.label}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
              {column.render(record)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
