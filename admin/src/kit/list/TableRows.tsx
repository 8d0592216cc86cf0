import TableBody from '@mui/material/TableBody'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  RecordContextProvider,
  useDataTableDataContext,
  useListContext,
  type RaRecord,
} from 'ra-core'
import { DataTableRow, type DataTableRowProps } from 'react-admin'
import {
  memo,
  useCallback,
  useLayoutEffect,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
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
        <Row key={record.id} {...rowProps(keys, index)} record={record}>
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
          {...rowProps(keys, index)}
          record={keys.records[index]}
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
  record: RaRecord | undefined
  index: number
  /** Whether the Tab key goes there. */
  isStop: boolean
  onReach: (index: number) => void
  ref?: Ref<HTMLTableRowElement>
}

const rowProps = ({ stop, onReach }: ListRowKeys, index: number) => ({
  index,
  isStop: index === stop,
  onReach,
})

const clickable = { cursor: 'pointer' } as const

// Scrolling draws the rows that come into sight, not those that stay there.
const Row = memo(function Row({ record, index, isStop, onReach, ...props }: RowProps) {
  const { opener, isSelectable } = useListSetup()
  const { selectedIds } = useListContext()
  const onFocus = useCallback(() => onReach(index), [onReach, index])
  if (!record) return null
  const isSelected = selectedIds.includes(record.id)
  return (
    <RecordContextProvider value={record}>
      <DataTableRow
        {...props}
        data-row={index}
        data-record={record.id}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        selected={isSelected}
        aria-selected={isSelectable ? isSelected : undefined}
        sx={opener(record) && clickable}
      />
    </RecordContextProvider>
  )
})

// Stands for the rows that are not in the page, so that the scroll bar tells the truth.
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0 }} />
    </tr>
  )
