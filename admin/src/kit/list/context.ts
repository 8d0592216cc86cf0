import type { RaRecord } from 'ra-core'
import { createContext, useContext, type ReactNode } from 'react'
import type { ListColumn, ListFilter, ListLayout, QuickFilter } from './types.js'

/** The settings of a list that react-admin's list context does not have. */
export interface ListSetup<T extends RaRecord = RaRecord> {
  /** Accessible name of the table or the cards. */
  label: string
  columns: readonly ListColumn<T>[]
  filters: readonly ListFilter[]
  quick: readonly QuickFilter[]
  layout: ListLayout
  /** Store key of this list's preferences. */
  storeKey: string
  isSelectable: boolean
  isEndless: boolean
  /** Each row has one line. */
  isLog: boolean
  /** Returns the handler of a click or Enter on a record's row; undefined if the record cannot be opened. */
  opener: (record: T) => (() => void) | undefined
  /** A record as a card; its columns by default. */
  card?: (record: T) => ReactNode
  /** Minimum width of a card, in pixels. */
  cardWidth: number
  /** A phone shows rows instead of a table or cards. */
  isPhone: boolean
  /** A press on a row selects it; its name, a second press or Enter opens it. */
  pressSelects: boolean
  /** Rows can be dragged; the component around the list handles the drag. */
  isDraggable: boolean
  /** Whether a record's details are open next to the list. */
  isOpen?: (record: T) => boolean
  /** The name by which letters typed on a row find a record. */
  nameOf?: (record: T) => string
}

export const ListSetupContext = createContext<ListSetup | null>(null)

export function useListSetup(): ListSetup {
  const setup = useContext(ListSetupContext)
  if (!setup) throw new Error('This part of a list needs a ResourceList around it.')
  return setup
}
