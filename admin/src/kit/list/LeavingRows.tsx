import { Component, type RefObject } from 'react'
import type { ListRows } from './rows.js'

interface LeavingRowsProps {
  rows: ListRows
  /** The query of the list. Rows that disappear with another query do not fade. */
  asked: string
  box: RefObject<HTMLElement | null>
}

/** Fades out copies of removed rows at their old place. The list itself no longer has these rows. */
export class LeavingRows extends Component<LeavingRowsProps> {
  /** Returns copies of the removed rows, made before React removes them. */
  override getSnapshotBeforeUpdate(before: LeavingRowsProps): HTMLElement[] | null {
    const { rows, asked, box } = this.props
    if (before.rows === rows || before.asked !== asked || !box.current) return null
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
    return [...box.current.querySelectorAll<HTMLElement>('[data-record]')].flatMap((row) => {
      const record = before.rows.at(Number(row.dataset.row))
      return record && rows.indexOf(record.id) < 0 ? copyOf(row, box.current!) : []
    })
  }

  override componentDidUpdate(
    _props: LeavingRowsProps,
    _state: unknown,
    gone: HTMLElement[] | null
  ): void {
    for (const copy of gone ?? []) {
      this.props.box.current?.closest('[data-list]')?.append(copy)
      copy.animate({ opacity: [1, 0] }, { duration: 120, fill: 'forwards' }).onfinish = () =>
        copy.remove()
    }
  }

  override render() {
    return null
  }
}

/**
 * Returns a copy of the row in a table of its own, at the row's position in the window; nothing for a row out of view.
 */
function copyOf(row: HTMLElement, box: HTMLElement): HTMLElement[] {
  const { top, bottom, left, width } = row.getBoundingClientRect()
  if (bottom < 0 || top > window.innerHeight) return []
  const copy = row.cloneNode(true) as HTMLElement
  for (const name of ['data-row', 'data-record', 'tabindex']) copy.removeAttribute(name)
  for (const [at, cell] of [...row.children].entries()) {
    const { style } = copy.children[at] as HTMLElement
    Object.assign(style, { width: `${cell.getBoundingClientRect().width}px` })
  }
  const table = document.createElement('table')
  table.setAttribute('aria-hidden', 'true')
  table.inert = true
  Object.assign(table.style, {
    position: 'fixed',
    top: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    zIndex: 1,
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
  })
  const body = document.createElement('tbody')
  body.className = box.className
  body.append(copy)
  table.append(body)
  return [table]
}
