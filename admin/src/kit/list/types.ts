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
}

/** A filter whose values are records, found by typing part of their name. */
export interface ReferenceFilter extends FilterBase {
  /** The list that is searched. */
  reference: string
}

/** What a list can be narrowed by, beside its search. */
export type ListFilter = ChoiceFilter | ReferenceFilter

export type ListLayout = 'table' | 'cards'
