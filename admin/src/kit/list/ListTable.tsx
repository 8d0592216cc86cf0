import type { Theme } from '@mui/material/styles'
import { DataTable } from 'react-admin'
import { useListContext, type RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { TableRows } from './TableRows.js'
import { useListSetup } from './context.js'
import { useTableWidth } from './use_table_width.js'

/** The list as react-admin's table: sorted by its heads, with the columns the person has chosen. */
export function ListTable() {
  const { label, columns, storeKey, isSelectable, isEndless } = useListSetup()
  const { total } = useListContext()
  // The same array as long as the columns are: else each page that comes would draw all rows anew.
  const hidden = useMemo(
    () => columns.filter(({ optional }) => optional).map(({ source }) => source),
    [columns]
  )
  const minWidth = useTableWidth()
  const endless = useMemo(
    () => ({
      // Columns that took their width from the rows in sight would move while people scroll.
      '& .RaDataTable-table': { tableLayout: 'fixed' as const, minWidth },
      '& .RaDataTable-headerCell': {
        top: 'var(--heads-top, 0px)',
        // Its border would scroll away.
        boxShadow: (theme: Theme) => `inset 0 -1px ${theme.palette.divider}`,
      },
    }),
    [minWidth]
  )
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
      sx={isEndless ? endless : undefined}
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
