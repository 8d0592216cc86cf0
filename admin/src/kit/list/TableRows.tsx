import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  useDataTableCallbacksContext,
  useDataTableStoreContext,
  useListContext,
  useStore,
} from 'ra-core'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useListSetup } from './context.js'
import { RowsBody } from './row_style.js'
import { TableRow, type TableRowProps } from './TableRow.js'
import { useListRowKeys, type ListRowKeys } from './use_row_keys.js'

/** A row with a name on one line, to begin with: each is measured. */
const ROW_HEIGHT = 59

/** The rows of a table. Of a list that goes on without pages only those in sight are in the page. */
export function TableRows() {
  return useListSetup().isEndless ? <VirtualRows /> : <AllRows />
}

function AllRows() {
  const keys = useListRowKeys()
  const rowAt = useRows(keys)
  return (
    <Body keys={keys}>
      {keys.records.map((record, index) => (
        <TableRow key={record.id} {...rowAt(index)} />
      ))}
    </Body>
  )
}

function VirtualRows() {
  const [top, setTop] = useState(0)
  const { data } = useListContext()
  // A row stays the row of its record, with the focus, when others come in above it.
  const getItemKey = useCallback((index: number) => data?.[index]?.id ?? index, [data])
  const rows = useWindowVirtualizer({
    count: data?.length ?? 0,
    getItemKey,
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
  const rowAt = useRows(keys)
  const { box } = keys
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY)
  }, [box])
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
function useRows({ records, stop, onReach }: ListRowKeys): (index: number) => TableRowProps {
  const { columns, isSelectable } = useListSetup()
  const { selectedIds } = useListContext()
  const { handleToggleItem } = useDataTableCallbacksContext()
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext()
  const [hidden] = useStore<string[]>(storeKey, defaultHiddenColumns)
  const shown = useMemo(
    () => columns.filter(({ source }) => !hidden.includes(source)),
    [columns, hidden]
  )
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  return (index) => {
    const record = records[index]
    return {
      record,
      columns: shown,
      index,
      isStop: index === stop,
      isSelected: isSelectable ? record && selected.has(record.id) : undefined,
      onReach,
      onToggle: handleToggleItem as unknown as TableRowProps['onToggle'],
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
