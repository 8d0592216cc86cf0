import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { ListBase, type Identifier, type RaRecord, type SortPayload } from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useApiState } from '../data/api.js'
import { mended } from './address.js'
import { ListSetupContext, type ListSetup } from './context.js'
import { EndlessRows } from './EndlessRows.js'
import { ListView } from './ListView.js'
import { PagedRows } from './PagedRows.js'
import type { Belongs } from './use_still_there.js'
import type { ListColumn, ListFilter, ListLayout, ListPart, QuickFilter } from './types.js'

export interface ResourceListProps<T extends RaRecord> {
  /** The list's path on the server: 'integrations/workflows'. */
  resource: string
  /** Accessible name of the table or the cards. */
  label: string
  /** Name under which this person's columns and views are kept; the resource when left out. */
  storeKey?: string
  columns: readonly ListColumn<T>[]
  /** The order as long as the address names none. */
  sort: SortPayload
  /** What the list is always narrowed by. */
  filter?: Record<string, unknown>
  /** What the search box says; no search without. */
  search?: string
  filters?: readonly ListFilter[]
  /** Filters as toggle buttons beside the search. */
  quick?: readonly QuickFilter[]
  /** Pages of so many; 25 when left out. */
  perPage?: number
  /** All rows at once instead of in pages; only those in sight are read and in the page. */
  endless?: boolean
  /** Asked for one after the other and shown as one list; one part when left out. Only where `endless`. */
  parts?: readonly ListPart[]
  /** The address a row leads to, where it leads anywhere. */
  to?: (record: T) => string | undefined
  /** What a row does instead. */
  onOpen?: (record: T) => void
  /** A record as a card; its columns when left out. */
  card?: (record: T) => ReactNode
  /** Least width of a card in pixels; 320 when left out. */
  cardWidth?: number
  /** A press on a row selects it, as file managers do; its name, a second press or Enter opens it. Not on phones. */
  pressSelects?: boolean
  /** Rows can be dragged: what `around` puts around the list takes the drag. */
  draggable?: boolean
  /** Whether a record's details are open beside the list: its row is marked. */
  isOpen?: (record: T) => boolean
  /** What a record is called: letters typed on a row go to the next one whose name begins with them. */
  nameOf?: (record: T) => string
  /** Put around the list, inside of its context: keys and drags that work on its rows. */
  around?: (list: ReactNode) => ReactNode
  /** What wide screens show first; they may switch. Phones have cards. */
  layout?: ListLayout
  /** BulkActions; with them rows can be selected. */
  bulk?: ReactNode
  /** Buttons at the right of the toolbar. */
  actions?: ReactNode
  /** Whether what is selected is still of this list, where that is more than its filter says. */
  belongs?: Belongs<T>
  /** There is nothing at all. */
  empty: ReactNode
  /** There is something, but nothing that matches. */
  noMatch?: string
  /** Ask anew every so many milliseconds while the server does not tell what happens. */
  refetchInterval?: number
}

const NO_FILTERS: readonly ListFilter[] = []
const NO_QUICK: readonly QuickFilter[] = []
const asItIs = (list: ReactNode) => list

/**
 * A list on react-admin's list context: search, filters, order, page and layout are in the address, so
 * that Back, reload and a sent link show the same; columns and views are kept for the person.
 */
export function ResourceList<T extends RaRecord<Identifier>>(props: ResourceListProps<T>) {
  const { resource, columns, sort, filter, filters = NO_FILTERS, to, onOpen } = props
  const { endless = false, perPage = endless ? 100 : 25, refetchInterval } = props
  const live = useApiState((state) => state.live)
  const navigate = useNavigate()
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [search, setSearch] = useSearchParams()
  const first = props.layout ?? 'table'
  const chosen = search.get('layout')
  const layout = chosen === 'table' || chosen === 'cards' ? chosen : first
  const setLayout = (next: ListLayout) =>
    setSearch((now) => {
      if (next === first) now.delete('layout')
      else now.set('layout', next)
      return now
    })

  const opener = (record: T) => {
    if (onOpen) return () => onOpen(record)
    const path = to?.(record)
    return path === undefined ? undefined : () => void navigate(path)
  }

  const setup: ListSetup<T> = {
    label: props.label,
    columns,
    filters,
    quick: props.quick ?? NO_QUICK,
    layout: isPhone ? 'cards' : layout,
    storeKey: `list.${props.storeKey ?? resource}`,
    isSelectable: Boolean(props.bulk),
    isEndless: endless,
    opener,
    card: props.card,
    cardWidth: props.cardWidth ?? 320,
    pressSelects: Boolean(props.pressSelects && props.bulk && !isPhone),
    isDraggable: Boolean(props.draggable && !isPhone),
    isOpen: props.isOpen,
    nameOf: props.nameOf,
  }
  // Somebody wrote the address, or it is of another version.
  const sortable = columns.flatMap((column) => (column.sortable ? column.source : []))
  const address = mended(search, [sort.field, ...sortable], endless)
  if (address) return <Navigate to={{ search: address.toString() }} replace />

  const { around = asItIs } = props
  const options = {
    refetchInterval: live ? (false as const) : refetchInterval,
    // Others work on it, too.
    refetchOnMount: live ? true : ('always' as const),
    meta: props.parts && { parts: props.parts },
  }
  const list = around(
    <ListView
      search={props.search}
      bulk={props.bulk}
      actions={props.actions}
      empty={props.empty}
      noMatch={props.noMatch}
      onLayout={isPhone ? undefined : setLayout}
      refetchInterval={options.refetchInterval}
      belongs={props.belongs as Belongs | undefined}
    />
  )
  return (
    <ListBase<T>
      resource={resource}
      sort={sort}
      filter={filter}
      perPage={perPage}
      // The address alone says what is shown: what one left behind here must not come up again.
      storeKey={false}
      disableAuthentication
      queryOptions={{ ...options, onError: () => undefined }}
    >
      <ListSetupContext value={setup as unknown as ListSetup}>
        {endless ? (
          <EndlessRows options={options}>{list}</EndlessRows>
        ) : (
          <PagedRows>{list}</PagedRows>
        )}
      </ListSetupContext>
    </ListBase>
  )
}
