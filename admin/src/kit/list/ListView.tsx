import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { SearchX } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { CardsSkeleton, RowsSkeleton } from '../Skeletons.js'
import { EmptyState, ErrorState } from '../states.js'
import { LayoutSwitch } from './LayoutSwitch.js'
import { ListCards } from './ListCards.js'
import { ListColumns } from './ListColumns.js'
import { ListCount } from './ListCount.js'
import { ListFilters } from './ListFilters.js'
import { belowPageBars, ListHead } from './ListHead.js'
import { ListPager } from './ListPager.js'
import { ListSearch } from './ListSearch.js'
import { ListSort } from './ListSort.js'
import { ListTable } from './ListTable.js'
import { ListViews } from './ListViews.js'
import { QuickFilters } from './QuickFilters.js'
import { useListSetup } from './context.js'
import type { ListLayout } from './types.js'
import { useBeginAtTop } from './use_begin_at_top.js'
import { useFocusKept } from './use_focus_kept.js'
import { useUnselectGone, type Belongs } from './use_unselect_gone.js'
import { useTableWidth } from './use_table_width.js'

interface ListViewProps {
  search?: string
  bulk?: ReactNode
  tools?: ReactNode
  actions?: ReactNode
  empty: ReactNode
  noMatch?: string
  /** Left out where there is only one layout. */
  onLayout?: (layout: ListLayout) => void
  refetchInterval?: number | false
  belongs?: Belongs
}

/** The toolbar, the list in its current state, and the pager. */
export function ListView({ empty, bulk, refetchInterval, belongs, ...bar }: ListViewProps) {
  const { total, isPending, error, filterValues, selectedIds } = useListContext()
  const focus = useFocusKept()
  useBeginAtTop(focus.ref)
  useUnselectGone(refetchInterval, belongs)
  const isFiltered = Object.keys(filterValues).length > 0
  if (!isPending && !error && total === 0 && !isFiltered) {
    return (
      <Box key="list" data-list {...focus} sx={boxStyle}>
        {(bar.actions || bar.tools) && (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mb: 1.5 }}>
            {bar.tools}
            {bar.actions}
          </Box>
        )}
        {empty}
      </Box>
    )
  }
  return (
    <Box key="list" data-list {...focus} sx={boxStyle}>
      <ListHead bulk={selectedIds.length > 0 && bulk}>
        <Toolbar {...bar} />
      </ListHead>
      <Body noMatch={bar.noMatch} />
    </Box>
  )
}

const boxStyle = { minWidth: 0, outline: 'none', scrollMarginTop: belowPageBars }

// On phones, the chips form one line below the search, and the line scrolls sideways.
const chips = {
  display: { xs: 'flex', sm: 'contents' },
  order: { xs: 1, sm: 0 },
  flex: '1 0 100%',
  minWidth: 0,
  gap: 1,
  '@media (max-width: 599.95px)': {
    overflowX: 'auto',
    scrollbarWidth: 'none',
    p: '3px',
    m: '-3px',
    '&:empty': { display: 'none' },
    '& > *': { flex: 'none' },
  },
}

function Toolbar({ search, tools, actions, onLayout }: Omit<ListViewProps, 'empty' | 'bulk'>) {
  const { layout, isPhone } = useListSetup()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
      {search && (
        <Box sx={{ flex: { xs: '1 1 0', sm: '0 1 280px' }, minWidth: 140 }}>
          <ListSearch placeholder={search} />
        </Box>
      )}
      <Box sx={chips}>
        <QuickFilters />
        <ListFilters />
        {isPhone && actions}
      </Box>
      <Box sx={{ flex: 1, display: { xs: search ? 'none' : 'block', sm: 'block' } }} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25 }}>
        {tools}
        {layout === 'cards' && <ListSort />}
        <ListViews />
        {layout === 'table' && <ListColumns />}
        {onLayout && <LayoutSwitch layout={layout} onChange={onLayout} />}
      </Box>
      {actions && !isPhone && (
        // When these buttons wrap, they stay together at the end of the line.
        <Box sx={{ display: { xs: 'contents', md: 'flex' }, gap: 1, ml: 'auto' }}>{actions}</Box>
      )}
    </Box>
  )
}

function Body({ noMatch }: { noMatch?: string }) {
  const translate = useTranslate()
  const { layout, isEndless } = useListSetup()
  const list = useListContext()
  const width = useTableWidth()
  const isTable = layout === 'table'
  if (list.isPending) {
    return isTable ? <Framed>{<RowsSkeleton />}</Framed> : <CardsSkeleton />
  }
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.total === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={noMatch ?? translate('kit.list.noMatch')}
        action={
          <Button variant="outlined" onClick={() => list.setFilters({})}>
            {translate('kit.list.clear')}
          </Button>
        }
      />
    )
  }
  const end = isEndless ? <ListCount /> : <ListPager />
  return (
    <Box
      aria-busy={list.isPlaceholderData}
      sx={{ minWidth: 0, opacity: list.isPlaceholderData ? 0.6 : 1 }}
    >
      {isTable ? (
        <Framed width={width}>
          <ListTable />
          <Box sx={{ borderTop: 1, borderColor: 'divider' }}>{end}</Box>
        </Framed>
      ) : (
        <>
          <ListCards />
          {end}
        </>
      )}
    </Box>
  )
}

interface FramedProps {
  /** The minimum width of a table. If the width fits, the heads stay in view. */
  width?: number
  children: ReactNode
}

const Framed = ({ width, children }: FramedProps) => (
  <Box sx={{ containerType: 'inline-size' }}>
    <Card
      sx={{
        overflowX: 'auto',
        ...(width && {
          [`@container (min-width: ${width + 2}px)`]: {
            overflow: 'clip',
            // A table that scrolls sideways scrolls in its own box, without page bars above its heads.
            '--heads-top': 'calc(var(--bar-height, 0px) + 56px + var(--list-head, 0px))',
          },
        }),
      }}
    >
      {children}
    </Card>
  </Box>
)
