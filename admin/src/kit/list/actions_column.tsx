import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { ListColumn } from './types.js'

/** The column of the buttons or the menu of each row, which do not open the row. */
export const actionsColumn = <T extends RaRecord>(
  label: string,
  render: (record: T) => ReactNode
): ListColumn<T> => ({
  source: 'actions',
  label,
  align: 'right',
  width: '1%',
  card: 'corner',
  render: (record) => (
    <span style={{ whiteSpace: 'nowrap' }} onClick={(event) => event.stopPropagation()}>
      {render(record)}
    </span>
  ),
})
