import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDataTableStoreContext, useListContext, useStore } from 'ra-core'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useListSetup } from './context.js'
import { ROW_HEIGHT, RowsBody } from './row_style.js'
import { useListRows } from './rows.js'
import { TableRow, type TableRowProps } from './TableRow.js'
import { useListRowKeys, type ListRowKeys } from './use_row_keys.js'
import { useSteadyView } from './use_steady_view.js'

/** The rows of a table. Of a list that goes on without pages only those in sight are in the page. */
export function TableRows() {
  return useListSetup().isEndless ? <VirtualRows /> : <AllRows />
}

function AllRows() {
  const keys = useListRowKeys()
  const rowAt = useRows(keys)
  return (
    <Body keys={keys}>
      {Array.from({ length: keys.rows.count }, (_, index) => (
        <TableRow key={keys.rows.at(index)?.id} {...rowAt(index)} />
      ))}
    </Body>
  )
}

function VirtualRows() {
  const [top, setTop] = useState(0)
  const { count, at, show } = useListRows()
  // A row stays the row of its record, with the focus, when others come in above it.
  const getItemKey = useCallback((index: number) => at(index)?.id ?? index, [at])
  const rows = useWindowVirtualizer({
    count,
    getItemKey,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
  })
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index
  const last = shown.at(-1)?.index
  useEffect(() => show(first ?? 0, last ?? 0), [show, first, last])
  const keys = useListRowKeys({
    reveal: (index) => rows.scrollToIndex(index, { align: 'center' }),
    first,
    last,
  })
  const rowAt = useRows(keys)
  const { box } = keys
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY)
  }, [box])
  useSteadyView(rows, box)
  return (
    <Body keys={keys}>
      <Gap height={(shown[0]?.start ?? top) - top} />
      {shown.map(({ index, key }) => (
        <TableRow
          key={key}
          {...rowAt(index)}
          ref={rows.measureElement}
          // By which the row's height is told.
          {...{ 'data-index': index, 'aria-rowindex': index + 2 }}
        />
      ))}
      <Gap height={rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)} />
    </Body>
  )
}

/** What each row is told. */
function useRows({ rows, stop, onReach, onCheck }: ListRowKeys): (index: number) => TableRowProps {
  const { columns, isSelectable } = useListSetup()
  const { selectedIds } = useListContext()
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext()
  const [hidden] = useStore<string[]>(storeKey, defaultHiddenColumns)
  const shown = useMemo(
    () => columns.filter(({ source }) => !hidden.includes(source)),
    [columns, hidden]
  )
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  return (index) => {
    const record = rows.at(index)
    return {
      record,
      columns: shown,
      index,
      isStop: index === stop,
      isSelected: isSelectable ? record !== undefined && selected.has(record.id) : undefined,
      onReach,
      onCheck,
    }
  }
}

const Body = ({ keys, children }: { keys: ListRowKeys; children: ReactNode }) => (
  <RowsBody
    ref={keys.box as RefObject<HTMLTableSectionElement>}
    onKeyDown={keys.onKeyDown}
    {...keys.presses}
  >
    {children}
  </RowsBody>
)

// Stands for the rows that are not in the page, so that the scroll bar tells the truth.
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0 }} />
    </tr>
  )
