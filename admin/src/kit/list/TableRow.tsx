import type { RaRecord } from 'ra-core'
import { memo, type Ref } from 'react'
import { useListSetup } from './context.js'
import type { ListColumn } from './types.js'
import type { RowChange } from './use_row_changes.js'
import { useSelectLabel } from './use_select_label.js'

/** Whether the width is a share of the table; '1%' means as narrow as the content. */
const isShare = (width: ListColumn<RaRecord>['width']) =>
  typeof width === 'string' && width !== '1%'

export interface TableRowProps {
  /** Absent while the row has not been read. */
  record: RaRecord | undefined
  columns: readonly ListColumn<RaRecord>[]
  index: number
  /** Whether the row is the Tab stop. */
  isStop: boolean
  /** Left out where rows cannot be selected. */
  isSelected?: boolean
  /** What has just happened to the row. */
  news?: RowChange
  onReach: (index: number) => void
  onCheck: (index: number, withShift: boolean) => void
  ref?: Ref<HTMLTableRowElement>
}

/** One row, rendered again only when it has changed. Scrolling renders only the rows that come into view. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, columns, index, isStop, isSelected, news, onReach, onCheck, ...place } = props
  const { opener, pressSelects, isDraggable, isOpen } = useListSetup()
  const labelOf = useSelectLabel()
  if (!record) {
    return (
      <tr {...place} data-row={index} tabIndex={-1} onFocus={() => onReach(index)} aria-busy>
        <td className="unread" colSpan={columns.length + (isSelected === undefined ? 0 : 1)} />
      </tr>
    )
  }
  const open = opener(record)
  return (
    <tr
      {...place}
      data-row={index}
      data-record={record.id}
      data-news={news}
      tabIndex={isStop ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isOpen?.(record) || undefined}
      draggable={isDraggable || undefined}
      className={open && !pressSelects ? 'opens' : undefined}
      onClick={pressSelects ? undefined : open}
      onFocus={() => onReach(index)}
    >
      {isSelected !== undefined && (
        <td>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={labelOf(record)}
            onClick={(event) => event.stopPropagation()}
            onChange={({ nativeEvent }) =>
              onCheck(index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      {columns.map(({ source, align, width, render }) => (
        <td
          key={source}
          className={isShare(width) ? 'shares' : undefined}
          style={{ width, textAlign: align }}
        >
          {render(record)}
        </td>
      ))}
    </tr>
  )
})
