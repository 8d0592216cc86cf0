import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { SearchX } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useEffect, useRef, type ReactNode } from 'react'
import { CardsSkeleton, RowsSkeleton } from '../Skeletons.js'
import { EmptyState, ErrorState } from '../states.js'
import { BulkBar } from './BulkBar.js'
import { LayoutSwitch } from './LayoutSwitch.js'
import { ListCards } from './ListCards.js'
import { ListColumns } from './ListColumns.js'
import { ListEnd } from './ListEnd.js'
import { ListFilters } from './ListFilters.js'
import { ListPager } from './ListPager.js'
import { ListSearch } from './ListSearch.js'
import { ListSort } from './ListSort.js'
import { ListTable } from './ListTable.js'
import { ListViews } from './ListViews.js'
import { useListSetup } from './context.js'
import type { ListLayout } from './types.js'
import { useFocusKept } from './use_focus_kept.js'

interface ListViewProps {
  search?: string
  bulk?: ReactNode
  actions?: ReactNode
  empty: ReactNode
  noMatch?: string
  /** Left out where there is no choice. */
  onLayout?: (layout: ListLayout) => void
}

/** The toolbar, the list in whatever state it is, and the way on. */
export function ListView({ empty, bulk, ...bar }: ListViewProps) {
  const { total, isPending, error, filterValues, selectedIds } = useListContext()
  useSelectionOfItsOwn()
  const focus = useFocusKept()
  const isFiltered = Object.keys(filterValues).length > 0
  if (!isPending && !error && total === 0 && !isFiltered) {
    return (
      <Box key="list" data-list {...focus} sx={{ minWidth: 0, outline: 'none' }}>
        {bar.actions && (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mb: 1.5 }}>
            {bar.actions}
          </Box>
        )}
        {empty}
      </Box>
    )
  }
  return (
    <Box
      key="list"
      data-list
      {...focus}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0, outline: 'none' }}
    >
      {bulk && selectedIds.length > 0 ? <BulkBar>{bulk}</BulkBar> : <Toolbar {...bar} />}
      <Body noMatch={bar.noMatch} />
    </Box>
  )
}

/** react-admin keeps what is selected for all lists of a resource, and for the next visit. */
function useSelectionOfItsOwn() {
  const { onSelect } = useListContext()
  const select = useRef(onSelect)
  select.current = onSelect
  useEffect(() => {
    select.current([])
    return () => select.current([])
  }, [])
}

function Toolbar({ search, actions, onLayout }: Omit<ListViewProps, 'empty' | 'bulk'>) {
  const { layout } = useListSetup()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 44 }}>
      {search && (
        <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 280px' } }}>
          <ListSearch placeholder={search} />
        </Box>
      )}
      <ListFilters />
      <Box sx={{ flex: 1 }} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25 }}>
        {layout === 'cards' && <ListSort />}
        <ListViews />
        {layout === 'table' && <ListColumns />}
        {onLayout && <LayoutSwitch layout={layout} onChange={onLayout} />}
      </Box>
      {actions}
    </Box>
  )
}

function Body({ noMatch }: { noMatch?: string }) {
  const translate = useTranslate()
  const { layout, isEndless } = useListSetup()
  const list = useListContext()
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
  const end = isEndless ? <ListEnd /> : <ListPager />
  return (
    <Box
      aria-busy={list.isPlaceholderData}
      sx={{ minWidth: 0, opacity: list.isPlaceholderData ? 0.6 : 1 }}
    >
      {isTable ? (
        <Framed>
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

const Framed = ({ children }: { children: ReactNode }) => (
  <Card sx={{ overflowX: 'auto' }}>{children}</Card>
)
