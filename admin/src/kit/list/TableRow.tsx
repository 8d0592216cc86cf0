import type { RaRecord } from 'ra-core'
import { memo, type Ref } from 'react'
import { useListSetup } from './context.js'
import type { ListColumn } from './types.js'
import { useSelectLabel } from './use_select_label.js'

export interface TableRowProps {
  /** Left out of a row that has not been read yet. */
  record: RaRecord | undefined
  columns: readonly ListColumn<RaRecord>[]
  index: number
  /** Whether the Tab key goes there. */
  isStop: boolean
  /** Left out where nothing can be selected. */
  isSelected?: boolean
  onReach: (index: number) => void
  onCheck: (index: number, withShift: boolean) => void
  ref?: Ref<HTMLTableRowElement>
}

/**
 * One row, drawn again only when something of it has changed: scrolling draws those that come into sight,
 * and what is read later draws itself.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, columns, index, isStop, isSelected, onReach, onCheck, ...place } = props
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
        <td key={source} style={{ width, textAlign: align }}>
          {render(record)}
        </td>
      ))}
    </tr>
  )
})
