import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDataTableStoreContext, useListContext, useStore } from 'ra-core'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useListSetup } from './context.js'
import { useDensity, useRowHeight } from './density.js'
import { LeavingRows } from './LeavingRows.js'
import { RowsBody } from './row_style.js'
import { useListRows } from './rows.js'
import { TableRow, type TableRowProps } from './TableRow.js'
import { showFullText } from './show_full_text.js'
import { useListQuery } from './use_list_query.js'
import { useListRowKeys, type ListRowKeys } from './use_row_keys.js'
import { useRowChanges } from './use_row_changes.js'
import { useSteadyView } from './use_steady_view.js'

/** The rows of a table. In an endless list, only rows in view are rendered. */
export function TableRows() {
  return useListSetup().isEndless ? <VirtualRows /> : <AllRows />
}

function AllRows() {
  const keys = useListRowKeys()
  const rowAt = useRows(keys, 0, keys.rows.count - 1)
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
  const height = useRowHeight(useListSetup().isLog)
  // A row keeps its record and its focus when other rows are inserted above it.
  const getItemKey = useCallback((index: number) => at(index)?.id ?? index, [at])
  const rows = useWindowVirtualizer({
    count,
    getItemKey,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  })
  const measured = useRef(height)
  useLayoutEffect(() => {
    // The measured heights belong to the previous density.
    if (measured.current !== height) rows.measure()
    measured.current = height
  }, [rows, height])
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index
  const last = shown.at(-1)?.index
  useEffect(() => show(first ?? 0, last ?? 0), [show, first, last])
  const keys = useListRowKeys({
    reveal: (index) => rows.scrollToIndex(index, { align: 'center' }),
    first,
    last,
  })
  const rowAt = useRows(keys, first, last)
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
          // The virtualizer measures rows by this attribute.
          data-index={index}
          aria-rowindex={index + 2}
        />
      ))}
      <Gap height={rows.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)} />
    </Body>
  )
}

/** The props of each row. */
function useRows(
  { rows, stop, onReach, onCheck }: ListRowKeys,
  first = 0,
  last = -1
): (index: number) => TableRowProps {
  const { columns, isSelectable } = useListSetup()
  const { selectedIds } = useListContext()
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext()
  const [hidden] = useStore<string[]>(storeKey, defaultHiddenColumns)
  const shown = useMemo(
    () => columns.filter(({ source }) => !hidden.includes(source)),
    [columns, hidden]
  )
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  const news = useRowChanges(first, last)
  return (index) => {
    const record = rows.at(index)
    return {
      record,
      columns: shown,
      index,
      isStop: index === stop,
      isSelected: isSelectable ? record !== undefined && selected.has(record.id) : undefined,
      news: record && news.get(record.id),
      onReach,
      onCheck,
    }
  }
}

function Body({ keys, children }: { keys: ListRowKeys; children: ReactNode }) {
  const { isLog } = useListSetup()
  const [density] = useDensity()
  return (
    <RowsBody
      ref={keys.box as RefObject<HTMLTableSectionElement>}
      rowHeight={useRowHeight(isLog)}
      density={density}
      isLog={isLog}
      onKeyDown={keys.onKeyDown}
      onMouseOver={isLog ? showFullText : undefined}
      {...keys.presses}
    >
      {children}
      <LeavingRows rows={keys.rows} asked={useListQuery()} box={keys.box} />
    </RowsBody>
  )
}

// A space as high as the rows that are not rendered, so that the scroll bar is correct.
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td style={{ padding: 0 }} />
    </tr>
  )
