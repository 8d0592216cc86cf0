import TableBody from '@mui/material/TableBody'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { RecordContextProvider, useDataTableDataContext, useListContext } from 'ra-core'
import { DataTableRow, type DataTableRowProps } from 'react-admin'
import { useLayoutEffect, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { useListSetup } from './context.js'
import { useListRowKeys, type ListRowKeys } from './use_row_keys.js'

interface TableRowsProps {
  children?: ReactNode
}

const ROW_HEIGHT = 53

/** The rows of a table. Of a list that goes on without pages only those in sight are in the page. */
export function TableRows(props: TableRowsProps) {
  return useListSetup().isEndless ? <VirtualRows {...props} /> : <AllRows {...props} />
}

function AllRows({ children }: TableRowsProps) {
  const keys = useListRowKeys()
  return (
    <Body keys={keys}>
      {keys.records.map((record, index) => (
        <Row key={record.id} keys={keys} index={index}>
          {children}
        </Row>
      ))}
    </Body>
  )
}

function VirtualRows({ children }: TableRowsProps) {
  const [top, setTop] = useState(0)
  const rows = useWindowVirtualizer({
    count: useDataTableDataContext()?.length ?? 0,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
  })
  const shown = rows.getVirtualItems()
  const keys = useListRowKeys({
    reveal: (index) => rows.scrollToIndex(index, { align: 'center' }),
    first: shown[0]?.index,
    last: shown.at(-1)?.index,
  })
  const { box } = keys
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY)
  }, [box])
  return (
    <Body keys={keys}>
      <Gap height={(shown[0]?.start ?? top) - top} />
      {shown.map(({ index, key }) => (
        <Row
          key={key}
          keys={keys}
          index={index}
          ref={rows.measureElement}
          // By which the row's height is told.
          {...{ 'data-index': index, 'aria-rowindex': index + 2 }}
        >
          {children}
        </Row>
      ))}
      <Gap height={rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)} />
    </Body>
  )
}

const Body = ({ keys, children }: { keys: ListRowKeys; children: ReactNode }) => (
  <TableBody ref={keys.box as RefObject<HTMLTableSectionElement>} onKeyDown={keys.onKeyDown}>
    {children}
  </TableBody>
)

interface RowProps extends DataTableRowProps {
  keys: ListRowKeys
  index: number
  ref?: Ref<HTMLTableRowElement>
}

function Row({ keys, index, ...props }: RowProps) {
  const { opener, isSelectable } = useListSetup()
  const { selectedIds } = useListContext()
  const record = keys.records[index]
  if (!record) return null
  const isSelected = selectedIds.includes(record.id)
  return (
    <RecordContextProvider value={record}>
      <DataTableRow
        {...keys.row(index)}
        {...props}
        selected={isSelected}
        aria-selected={isSelectable ? isSelected : undefined}
        sx={{ cursor: opener(record) && 'pointer' }}
      />
    </RecordContextProvider>
  )
}

// Stands for the rows that are not in the page, so that the scroll bar tells the truth.
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0 }} />
    </tr>
  )
