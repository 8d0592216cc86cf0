import { DataTable } from 'react-admin'
import { useListContext, useStore, type RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { TableRows } from './TableRows.js'
import { useListSetup } from './context.js'

/** The name and the checkbox beside it want so much. */
const FIRST_COLUMN = 230

/** The list as react-admin's table: sorted by its heads, with the columns the person has chosen. */
export function ListTable() {
  const { label, columns, storeKey, isSelectable, isEndless } = useListSetup()
  const { total } = useListContext()
  // The same array as long as the columns are: else each page that comes would draw all rows anew.
  const hidden = useMemo(
    () => columns.filter(({ optional }) => optional).map(({ source }) => source),
    [columns]
  )
  const [hiddenNow] = useStore<string[]>(storeKey, hidden)
  // Columns that took their width from the rows in sight would move while people scroll.
  const fixedTable = useMemo(() => {
    const shown = columns.filter(({ source }) => !hiddenNow.includes(source))
    const widths = shown.map(({ width }) => (typeof width === 'number' ? width : 0))
    const minWidth = widths.reduce((sum, width) => sum + width, FIRST_COLUMN)
    return { '& .RaDataTable-table': { tableLayout: 'fixed', minWidth } }
  }, [columns, hiddenNow])
  return (
    <DataTable<RaRecord>
      aria-label={label}
      aria-rowcount={isEndless ? (total ?? 0) + 1 : undefined}
      size="medium"
      storeKey={storeKey}
      hiddenColumns={hidden}
      body={TableRows}
      // A bar of our own says what can be done with what is selected.
      bulkActionsToolbar={<></>}
      bulkActionButtons={isSelectable && <></>}
      sx={isEndless ? fixedTable : undefined}
    >
      {columns.map(({ source, label: head, sortable, firstOrder, align, width }) => (
        <DataTable.Col
          key={source}
          source={source}
          label={head}
          disableSort={!sortable}
          sortByOrder={firstOrder}
          align={align}
          sx={{ width }}
        />
      ))}
    </DataTable>
  )
}
