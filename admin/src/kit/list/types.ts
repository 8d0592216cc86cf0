import type { RaRecord, SortPayload } from 'ra-core'
import type { ReactNode } from 'react'

/** One column of a table, which is also a line of a card. */
export interface ListColumn<T extends RaRecord> {
  /** The field of the record. With `sortable`, it is also the server's name for the sort order. */
  source: string
  label: string
  sortable?: boolean
  /** The order after the first press on the head. */
  firstOrder?: SortPayload['order']
  align?: 'right'
  /** Share of the table's width or pixels: '40%', 160. */
  width?: number | string
  /** Hidden in the table until the person chooses it. */
  optional?: boolean
  /** The place of the column on a card; a labelled line by default. */
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
  /** The chip is always visible, even without a value. */
  pinned?: boolean
}

/** A filter whose values are records, found by typing part of their name. */
export interface ReferenceFilter extends FilterBase {
  /** The list to search. */
  reference: string
  /** The sort field of its records; `name` by default. */
  orderBy?: string
  /** The name of a record; its `name` by default. */
  nameOf?: (record: RaRecord<string>) => string
  /** The name of the chosen record when the list no longer has it. */
  goneName?: string
}

/** A filter by time. Its values are the server's filters `after` and `before`. */
export interface DateFilter {
  source: 'after'
  label: string
  period: true
}

/** A filter of a list, apart from its search. */
export type ListFilter = ChoiceFilter | ReferenceFilter | DateFilter

/** One of several consecutive parts of a list: folders, then files. */
export interface ListPart {
  /** The filter of the part. A contradicting filter in the address leaves the part out. */
  filter: Record<string, unknown>
  /** Sort fields that this part lacks, each with its replacement. */
  sortInstead?: Record<string, SortPayload>
}

export type ListLayout = 'table' | 'cards'

/** A toggle button that filters the list. The list always shows these buttons. */
export interface QuickFilter {
  id: string
  label: string
  /** The filters that the button sets; empty for the button that clears the filters of the other buttons. */
  filter: Readonly<Record<string, string | boolean | readonly string[]>>
  /** The number of matching rows. */
  count?: number
  /** Tone of the count: `danger` (the default) for rows that need attention; `neutral` for others. */
  tone?: 'danger' | 'neutral'
}
