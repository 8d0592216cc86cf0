import type { Asset } from '@crossdock/client'
import type { Theme } from '@mui/material/styles'
import type { DragEvent } from 'react'
import type { Place } from '../model.js'
import { hasFiles } from '../upload/DropZone.js'

/** The dragged assets of this page, because a drag event reveals its data only on drop. */
let dragged: readonly Asset[] = []
let highlighted: Element | null = null

const dragImageStyle =
  'position:fixed;top:-100px;left:0;max-width:280px;padding:6px 12px;border-radius:8px;overflow:hidden;' +
  'text-overflow:ellipsis;white-space:nowrap;font:500 13px system-ui;color:#fafafa;background:#18181b'

/** A folder to drop on. `above` contains the ids of its parent folders. */
export interface DropTarget extends Place {
  above?: readonly string[]
}

/** Starts dragging files and folders, with an image that shows their number. */
export function beginDrag(
  { dataTransfer, target }: DragEvent,
  assets: readonly Asset[],
  label: string
) {
  dragged = assets
  // The row may be removed during the drag, and then its list gets no dragend event.
  target.addEventListener('dragend', endDrag, { once: true })
  document.addEventListener('pointerdown', endDrag, { once: true, capture: true })
  dataTransfer.effectAllowed = 'move'
  // Without data, some browsers do not start the drag.
  dataTransfer.setData('text/plain', assets.map(({ name }) => name).join('\n'))
  const picture = document.createElement('div')
  picture.textContent = label
  picture.style.cssText = dragImageStyle
  document.body.append(picture)
  dataTransfer.setDragImage(picture, -12, -8)
  // Remove the image once the browser has copied it.
  setTimeout(() => picture.remove())
}

export function endDrag() {
  dragged = []
  highlight(null)
}

/** Returns the assets that a drop would move: not those already in the folder, and never a folder into itself. */
export function movableTo({ id, above = [] }: DropTarget): readonly Asset[] {
  const isWithin = dragged.some((one) => one.id === id || above.includes(one.id))
  return isWithin ? [] : dragged.filter(({ parentId }) => parentId !== id)
}

/** Whether a drag carries assets of this page, and no files from the desktop. */
export const isAssetDrag = (event: DragEvent): boolean => dragged.length > 0 && !hasFiles(event)

/** Highlights the drop target. */
export function highlight(element: Element | null) {
  if (highlighted === element) return
  highlighted?.removeAttribute('data-drop')
  element?.setAttribute('data-drop', '')
  highlighted = element
}

/** The style of highlighted drop targets, for the element that contains them. */
export const dropTargetStyle = {
  '& [data-drop]': {
    outline: (theme: Theme) => `2px solid ${theme.palette.accent} !important`,
    outlineOffset: '-2px !important',
    bgcolor: 'action.selected',
  },
} as const
