import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import type { SxProps, Theme } from '@mui/material/styles'
import { ChevronRight } from 'lucide-react'
import { useListContext, type Identifier, type RaRecord } from 'ra-core'
import { useEffect, useMemo, type ReactNode, type Ref, type RefObject } from 'react'
import { Icon } from '../Icon.js'
import { cardGrid } from '../Skeletons.js'
import { useListSetup } from './context.js'
import { useListRows } from './rows.js'
import { useCardRows } from './use_card_rows.js'
import { useSelectLabel } from './use_select_label.js'
import type { ListColumn } from './types.js'
import { useListRowKeys, type ListRowKeys } from './use_row_keys.js'

/**
 * The list as cards, each with the columns one below the other, or the screen's own card. On phones, the records are
 * rows of a single card. In an endless list, only cards in view are rendered.
 */
export function ListCards() {
  return useListSetup().isEndless ? <VirtualCards /> : <AllCards />
}

function AllCards() {
  const keys = useListRowKeys()
  const selected = useSelected()
  return (
    <Grid keys={keys}>
      {Array.from({ length: keys.rows.count }, (_, index) => (
        <ListCard key={keyAt(keys, index)} keys={keys} index={index} selected={selected} />
      ))}
    </Grid>
  )
}

function VirtualCards() {
  const { cardWidth, isPhone } = useListSetup()
  const { count, show } = useListRows()
  const rows = useCardRows(count, cardWidth, isPhone)
  const { first, last, across } = rows
  const keys = useListRowKeys({ reveal: rows.reveal, first, last, across })
  useEffect(() => show(first, last), [show, first, last])
  const selected = useSelected()
  return (
    <Grid keys={keys} gridRef={rows.grid} style={rows.style}>
      {Array.from({ length: last - first + 1 }, (_, at) => {
        const index = first + at
        const line = index / across
        return (
          <ListCard
            key={keyAt(keys, index)}
            keys={keys}
            index={index}
            selected={selected}
            // The first card of a line is measured for the height of the line.
            {...(Number.isInteger(line) && { ref: rows.measure, 'data-index': line })}
          />
        )
      })}
    </Grid>
  )
}

const keyAt = ({ rows }: ListRowKeys, index: number) => rows.at(index)?.id ?? index

function useSelected(): ReadonlySet<Identifier> {
  const { selectedIds } = useListContext()
  return useMemo(() => new Set(selectedIds), [selectedIds])
}

const phoneList: SxProps<Theme> = {
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  overflow: 'clip',
  '& > li': { border: 0, borderRadius: 0, boxShadow: 'none' },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
}

interface GridProps {
  keys: ListRowKeys
  gridRef?: RefObject<HTMLUListElement | null>
  style?: object
  children: ReactNode
}

const Grid = ({ keys, gridRef, style, children }: GridProps) => {
  const { label, isPhone } = useListSetup()
  const set = (list: HTMLUListElement | null) => {
    keys.box.current = list
    if (gridRef) gridRef.current = list
  }
  return (
    <Box
      component="ul"
      aria-label={label}
      ref={set}
      onKeyDown={keys.onKeyDown}
      {...keys.presses}
      style={style}
      sx={{
        ...(isPhone ? phoneList : cardGrid),
        m: 0,
        p: 0,
        listStyle: 'none',
        overflowAnchor: 'none',
      }}
    >
      {children}
    </Box>
  )
}

interface ListCardProps {
  keys: ListRowKeys
  index: number
  selected: ReadonlySet<Identifier>
  ref?: Ref<HTMLLIElement>
  'data-index'?: number
}

function ListCard({ keys, index, selected, ...place }: ListCardProps) {
  const { opener, isSelectable, card, pressSelects, isDraggable, isOpen, isPhone } = useListSetup()
  const labelOf = useSelectLabel()
  const record = keys.rows.at(index)
  if (!record) {
    // A placeholder until the record is read.
    return (
      <Card
        component="li"
        {...place}
        {...keys.row(index)}
        sx={{ minHeight: isPhone ? 60 : 96 }}
        aria-busy
      />
    )
  }
  const isSelected = selected.has(record.id)
  const open = pressSelects ? undefined : opener(record)
  return (
    <Card
      component="li"
      {...place}
      {...keys.row(index)}
      draggable={isDraggable || undefined}
      data-selected={isSelected || undefined}
      aria-current={isOpen?.(record) || undefined}
      onClick={open}
      sx={{
        position: 'relative',
        minWidth: 0,
        // Indents the top of a card to leave room for the checkbox.
        '--card-start': isSelectable ? '30px' : '0px',
        cursor: open && 'pointer',
        '&[data-selected]': {
          bgcolor: (theme) => theme.palette.surface.selected,
          borderColor: (theme) => theme.palette.accent,
        },
        '&[aria-current]': { borderColor: (theme) => theme.palette.accent },
        '&:focus-visible': {
          outline: (theme) => `2px solid ${theme.palette.accent}`,
          outlineOffset: 2,
        },
      }}
    >
      {isSelectable && (
        <Checkbox
          checked={isSelected}
          onClick={(event) => event.stopPropagation()}
          onChange={() => keys.onCheck(index, false)}
          slotProps={{ input: { 'aria-label': labelOf(record) } }}
          sx={{ position: 'absolute', left: 12, top: isPhone ? 20 : 14, zIndex: 1 }}
        />
      )}
      {card ? (
        card(record)
      ) : isPhone ? (
        <PhoneRow record={record} opens={open !== undefined} />
      ) : (
        <ColumnsCard record={record} />
      )}
    </Card>
  )
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 1 }

/** Columns that show a state, at the end of a row. */
const states: ReadonlySet<string> = new Set(['status', 'state', 'isActive'])

interface PhoneRowProps {
  record: RaRecord
  opens: boolean
}

/**
 * A row of 60 pixels: the name, one line with the other values, and the state. If the row opens no page, the line
 * wraps, because no page shows the values.
 */
function PhoneRow({ record, opens }: PhoneRowProps) {
  const { columns } = useListSetup()
  const placeOf = ({ card, source }: ListColumn<RaRecord>) =>
    card ?? (states.has(source) ? 'state' : 'line')
  const show = (place: string) =>
    columns
      .filter((column) => placeOf(column) === place)
      .map((column) => (
        <Box key={column.source} sx={{ flex: 'none' }}>
          {column.render(record)}
        </Box>
      ))
  const lines = columns.filter((column) => placeOf(column) === 'line' && !column.optional)
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 60, pl: 2, pr: 1.25, py: 1 }}
    >
      <Box sx={{ flex: 1, minWidth: 0, pl: 'var(--card-start)' }}>
        <Box
          sx={{
            fontWeight: 500,
            whiteSpace: 'nowrap',
            '& *': cut,
            '& button': { justifyContent: 'flex-start' },
          }}
        >
          {columns
            .filter((column) => placeOf(column) === 'title')
            .map((column) => (
              <div key={column.source}>{column.render(record)}</div>
            ))}
        </Box>
        <Box
          sx={{
            display: 'flex',
            columnGap: 0.75,
            minWidth: 0,
            overflow: 'hidden',
            fontSize: '0.8125rem',
            lineHeight: '20px',
            color: 'text.secondary',
            '& p, & a': { fontSize: 'inherit' },
            flexWrap: 'wrap',
            height: opens ? 20 : undefined,
          }}
        >
          {lines.map((column, at) => (
            <Box key={column.source} sx={{ display: 'flex', flex: 'none', gap: 0.75, maxWidth: 1 }}>
              {at > 0 && <span aria-hidden>·</span>}
              {column.align === 'right' && <span>{column.label}</span>}
              <Box sx={{ minWidth: 0 }}>{column.render(record)}</Box>
            </Box>
          ))}
        </Box>
      </Box>
      {show('state')}
      {show('corner')}
      {opens && (
        <Box sx={{ display: 'flex', color: 'text.disabled' }}>
          <Icon icon={ChevronRight} />
        </Box>
      )}
    </Box>
  )
}

function ColumnsCard({ record }: { record: RaRecord }) {
  const { columns } = useListSetup()
  const columnsAt = (place: string) => columns.filter(({ card = 'line' }) => card === place)
  return (
    <Box sx={{ px: 2, py: 1.75 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, pl: 'var(--card-start)' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {columnsAt('title').map((column) => (
            <div key={column.source}>{column.render(record)}</div>
          ))}
        </Box>
        {columnsAt('corner').map((column) => (
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
        {columnsAt('line').map((column) => (
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
