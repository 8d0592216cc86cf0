import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { ListColumn } from './types.js'

/** The column for the buttons or the menu of each row. A click there does not open the row. */
export const actionsColumn = <T extends RaRecord>(
  label: string,
  render: (record: T) => ReactNode,
  /** As narrow as the content by default; a table of an endless list needs a width. */
  width: number | string = '1%'
): ListColumn<T> => ({
  source: 'actions',
  label,
  align: 'right',
  width,
  card: 'corner',
  render: (record) => (
    <span style={{ whiteSpace: 'nowrap' }} onClick={(event) => event.stopPropagation()}>
      {render(record)}
    </span>
  ),
})
