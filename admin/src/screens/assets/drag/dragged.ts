import type { Asset } from '@crossdock/client'
import type { Theme } from '@mui/material/styles'
import type { DragEvent } from 'react'
import type { Place } from '../model.js'
import { hasFiles } from '../upload/DropZone.js'

/** What is being dragged within this page: a drag itself tells what it carries only once it is dropped. */
let dragged: readonly Asset[] = []
let marked: Element | null = null

const look =
  'position:fixed;top:-100px;left:0;max-width:280px;padding:6px 12px;border-radius:8px;overflow:hidden;' +
  'text-overflow:ellipsis;white-space:nowrap;font:500 13px system-ui;color:#fafafa;background:#18181b'

/** A folder something may be dropped on, with the folders it lies in. */
export interface DropTarget extends Place {
  above?: readonly string[]
}

/** Begins to drag files and folders, with a picture that says how many. */
export function beginDrag(
  { dataTransfer, target }: DragEvent,
  assets: readonly Asset[],
  label: string
) {
  dragged = assets
  // The row may leave the page meanwhile: then its list hears of no end.
  target.addEventListener('dragend', endDrag, { once: true })
  document.addEventListener('pointerdown', endDrag, { once: true, capture: true })
  dataTransfer.effectAllowed = 'move'
  // Without anything to carry, some browsers drag nothing.
  dataTransfer.setData('text/plain', assets.map(({ name }) => name).join('\n'))
  const picture = document.createElement('div')
  picture.textContent = label
  picture.style.cssText = look
  document.body.append(picture)
  dataTransfer.setDragImage(picture, -12, -8)
  // The browser has taken its picture by then.
  setTimeout(() => picture.remove())
}

export function endDrag() {
  dragged = []
  mark(null)
}

/** What of it would come into the folder: not what lies there already; nothing where a folder would go into itself. */
export function movable({ id, above = [] }: DropTarget): readonly Asset[] {
  const isWithin = dragged.some((one) => one.id === id || above.includes(one.id))
  return isWithin ? [] : dragged.filter(({ parentId }) => parentId !== id)
}

/** Whether a drag carries what is dragged within this page: one with files of the desk never does. */
export const isOurs = (event: DragEvent): boolean => dragged.length > 0 && !hasFiles(event)

/** Shows which folder something would be dropped on. */
export function mark(element: Element | null) {
  if (marked === element) return
  marked?.removeAttribute('data-drop')
  element?.setAttribute('data-drop', '')
  marked = element
}

/** How a folder looks while something hangs over it; for what is around such folders. */
export const dropLook = {
  '& [data-drop]': {
    outline: (theme: Theme) => `2px solid ${theme.palette.accent} !important`,
    outlineOffset: '-2px !important',
    bgcolor: 'action.selected',
  },
} as const
