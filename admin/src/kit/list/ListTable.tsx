import type { Theme } from '@mui/material/styles'
import { DataTable } from 'react-admin'
import { useListContext, type RaRecord } from 'ra-core'
import { useMemo } from 'react'
import { TableRows } from './TableRows.js'
import { useListSetup } from './context.js'
import { useTableWidth } from './use_table_width.js'

/** The list as react-admin's table: sortable heads, with the columns the person has chosen. */
export function ListTable() {
  const { label, columns, storeKey, isSelectable, isEndless } = useListSetup()
  const { total } = useListContext()
  // Keep the same array while the columns stay the same; otherwise each new page would render all rows again.
  const hidden = useMemo(
    () => columns.filter(({ optional }) => optional).map(({ source }) => source),
    [columns]
  )
  const minWidth = useTableWidth()
  const endless = useMemo(
    () => ({
      // Columns sized by the rows in view would move while people scroll.
      '& .RaDataTable-table': { tableLayout: 'fixed' as const, minWidth },
      '& .RaDataTable-headerCell': {
        top: 'var(--heads-top, 0px)',
        // A border would scroll away.
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
      // The bulk bar replaces react-admin's.
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
