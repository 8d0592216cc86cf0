import type { RaRecord } from 'ra-core'
import { createContext, useContext, type ReactNode } from 'react'
import type { ListColumn, ListFilter, ListLayout, QuickFilter } from './types.js'

/** What a list's parts know of it beside react-admin's list context. */
export interface ListSetup<T extends RaRecord = RaRecord> {
  /** Accessible name of the table or the cards. */
  label: string
  columns: readonly ListColumn<T>[]
  filters: readonly ListFilter[]
  quick: readonly QuickFilter[]
  layout: ListLayout
  /** Where preferences of this list are kept. */
  storeKey: string
  isSelectable: boolean
  isEndless: boolean
  /** What a click on a record's row or Enter does; nothing for one that cannot be opened. */
  opener: (record: T) => (() => void) | undefined
  /** A record as a card; its columns when left out. */
  card?: (record: T) => ReactNode
  /** Least width of a card, in pixels. */
  cardWidth: number
  /** A press on a row selects it; its name, a second press or Enter opens it. */
  pressSelects: boolean
  /** Rows can be dragged: what is around the list takes the drag. */
  isDraggable: boolean
  /** Whether a record's details are open beside the list. */
  isOpen?: (record: T) => boolean
  /** What letters typed on a row look for. */
  nameOf?: (record: T) => string
}

export const ListSetupContext = createContext<ListSetup | null>(null)

export function useListSetup(): ListSetup {
  const setup = useContext(ListSetupContext)
  if (!setup) throw new Error('This part of a list needs a ResourceList around it.')
  return setup
}
