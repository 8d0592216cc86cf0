import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { ListBase, type Identifier, type RaRecord, type SortPayload } from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useApiState } from '../data/api.js'
import { validAddress } from './address.js'
import { ListSetupContext, type ListSetup } from './context.js'
import { EndlessRows } from './EndlessRows.js'
import { ListView } from './ListView.js'
import { PagedRows } from './PagedRows.js'
import type { Belongs } from './use_unselect_gone.js'
import type { ListColumn, ListFilter, ListLayout, ListPart, QuickFilter } from './types.js'

export interface ResourceListProps<T extends RaRecord> {
  /** The list's path on the server: 'integrations/workflows'. */
  resource: string
  /** Accessible name of the table or the cards. */
  label: string
  /** Store key of this person's columns and views; the resource by default. */
  storeKey?: string
  columns: readonly ListColumn<T>[]
  /** The order when the address names none. */
  sort: SortPayload
  /** Filters that always apply. */
  filter?: Record<string, unknown>
  /** The placeholder of the search box; without it there is no search. */
  search?: string
  filters?: readonly ListFilter[]
  /** Filters as toggle buttons next to the search. */
  quick?: readonly QuickFilter[]
  /** Rows per page; 25 by default. */
  perPage?: number
  /** Shows all rows instead of pages. Only the rows in view are read and rendered. */
  endless?: boolean
  /** Lists that are read one after the other and shown as one. Only with `endless`. */
  parts?: readonly ListPart[]
  /** The address that a row opens, if any. */
  to?: (record: T) => string | undefined
  /** Called when a row is opened, instead of opening an address. */
  onOpen?: (record: T) => void
  /** A record as a card; its columns by default. */
  card?: (record: T) => ReactNode
  /** Minimum width of a card in pixels; 320 by default. */
  cardWidth?: number
  /** A press on a row selects it, as in file managers. Its name, a second press or Enter opens it. Not on phones. */
  pressSelects?: boolean
  /** Rows can be dragged; the component in `around` handles the drag. */
  draggable?: boolean
  /** Whether a record's details are open next to the list. Its row is then marked. */
  isOpen?: (record: T) => boolean
  /** A record's name. Letters typed on a row jump to the next name that begins with them. */
  nameOf?: (record: T) => string
  /** Wraps the list, inside its context: for keys and drags on its rows. */
  around?: (list: ReactNode) => ReactNode
  /** Rows of a log: each has one line. A tooltip shows the text that does not fit. */
  log?: boolean
  /** The initial layout on wide screens; people may switch. Phones have cards. */
  layout?: ListLayout
  /** The BulkActions. With them, rows can be selected. */
  bulk?: ReactNode
  /** Icon buttons before the buttons for columns and layout; also shown while the list is empty. */
  tools?: ReactNode
  /** Buttons at the right of the toolbar. */
  actions?: ReactNode
  /** Whether a selected record still belongs to this list, if the filter alone does not decide this. */
  belongs?: Belongs<T>
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  /** Shown when no row matches the filters. */
  noMatch?: string
  /** Polling interval (ms) while the event stream is disconnected. */
  refetchInterval?: number
}

const NO_FILTERS: readonly ListFilter[] = []
const NO_QUICK: readonly QuickFilter[] = []
const asItIs = (list: ReactNode) => list

/**
 * A list on react-admin's list context. Search, filters, order, page and layout are in the address, so
 * that Back, a reload and a shared link show the same. Columns and views are kept per person.
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
    isPhone,
    storeKey: `list.${props.storeKey ?? resource}`,
    isSelectable: Boolean(props.bulk),
    isEndless: endless,
    isLog: props.log ?? false,
    opener,
    card: props.card,
    cardWidth: props.cardWidth ?? 320,
    pressSelects: Boolean(props.pressSelects && props.bulk && !isPhone),
    isDraggable: Boolean(props.draggable && !isPhone),
    isOpen: props.isOpen,
    nameOf: props.nameOf,
  }
  // Repair an address that was written by hand, or by another version.
  const sortable = columns.flatMap((column) => (column.sortable ? column.source : []))
  const address = validAddress(search, [sort.field, ...sortable], endless)
  if (address) return <Navigate to={{ search: address.toString() }} replace />

  const { around = asItIs } = props
  const options = {
    refetchInterval: live ? (false as const) : refetchInterval,
    // Other people change this list, too.
    refetchOnMount: live ? true : ('always' as const),
    meta: props.parts && { parts: props.parts },
  }
  const list = around(
    <ListView
      search={props.search}
      bulk={props.bulk}
      tools={props.tools}
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
      // Only the address decides what is shown. Earlier settings must not come back here.
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
