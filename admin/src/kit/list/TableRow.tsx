import type { RaRecord } from 'ra-core'
import { useTranslate } from 'ra-core'
import { memo, type Ref } from 'react'
import { useListSetup } from './context.js'
import type { ListColumn } from './types.js'

export interface TableRowProps {
  record: RaRecord | undefined
  columns: readonly ListColumn<RaRecord>[]
  index: number
  /** Whether the Tab key goes there. */
  isStop: boolean
  /** Left out where nothing can be selected. */
  isSelected?: boolean
  onReach: (index: number) => void
  /** Gets the event for what is held with it: Shift selects all up to there. */
  onToggle: (id: RaRecord['id'], event: Event) => void
  ref?: Ref<HTMLTableRowElement>
}

/**
 * One row, drawn again only when something of it has changed: scrolling draws those that come into sight,
 * and what is added at the end of the list draws itself.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, columns, index, isStop, isSelected, onReach, onToggle, ...place } = props
  const { opener, pressSelects, isDraggable } = useListSetup()
  const translate = useTranslate()
  if (!record) return null
  const open = opener(record)
  return (
    <tr
      {...place}
      data-row={index}
      data-record={record.id}
      tabIndex={isStop ? 0 : -1}
      aria-selected={isSelected}
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
            aria-label={translate('ra.action.select_row')}
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => onToggle(record.id, event.nativeEvent)}
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
