import type { RaRecord, SortPayload } from 'ra-core'
import type { ReactNode } from 'react'

/** One column of a table, which is also one line of a card. */
export interface ListColumn<T extends RaRecord> {
  /** The field; where `sortable`, the name the server sorts by. */
  source: string
  label: string
  sortable?: boolean
  /** The order the first press on the head brings. */
  firstOrder?: SortPayload['order']
  align?: 'right'
  /** Of the table's width: '40%', 160. */
  width?: number | string
  /** Left out of the table until somebody chooses it. */
  optional?: boolean
  /** Where it stands on a card; a labelled line when left out. */
  card?: 'title' | 'corner' | 'line' | 'none'
  render: (record: T) => ReactNode
}

export interface FilterChoice {
  id: string | boolean
  name: string
}

interface FilterBase {
  /** Name of the filter on the server. */
  source: string
  label: string
}

/** A filter with a handful of values. */
export interface ChoiceFilter extends FilterBase {
  choices: readonly FilterChoice[]
  /** The list always shows its chip, even while nothing is chosen. */
  pinned?: boolean
}

/** A filter whose values are records, found by typing part of their name. */
export interface ReferenceFilter extends FilterBase {
  /** The list that is searched. */
  reference: string
  /** What its records are ordered by: their `name` when left out. */
  orderBy?: string
  /** What a record is called: its `name` when left out. */
  nameOf?: (record: RaRecord<string>) => string
  /** What the one that is chosen is called where the list does not know it (any more). */
  goneName?: string
}

/** A filter by when something was: its values are the filters `after` and `before` of the server. */
export interface DateFilter {
  source: 'after'
  label: string
  period: true
}

/** What a list can be narrowed by, beside its search. */
export type ListFilter = ChoiceFilter | ReferenceFilter | DateFilter

/** One of several parts of a list that stand one behind the other: folders, then files. */
export interface ListPart {
  /** What the part is narrowed by. A filter in the address that says otherwise leaves it out. */
  filter: Record<string, unknown>
  /** Orders in which this part has none of its own, each with the one it takes instead. */
  sortInstead?: Record<string, SortPayload>
}

export type ListLayout = 'table' | 'cards'

/** A toggle button that filters the list. The list always shows these buttons. */
export interface QuickFilter {
  id: string
  label: string
  /** The filters it sets; empty for the button that clears those of the other buttons. */
  filter: Readonly<Record<string, string | boolean | readonly string[]>>
  /** The number of matching rows. */
  count?: number
  /** Of the count: `danger` for rows that need attention, which is usual; `neutral` for others. */
  tone?: 'danger' | 'neutral'
}
