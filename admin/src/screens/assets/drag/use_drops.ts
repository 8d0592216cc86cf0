import { usePermissions } from '@crossdock/admin/kit'
import type { DragEvent } from 'react'
import { useMove } from '../dialogs/use_move.js'
import { takeDropped as read } from '../upload/dropped_files.js'
import { hasFiles } from '../upload/DropZone.js'
import { useQueueFiles } from '../upload/use_queue_files.js'
import { endDrag, isAssetDrag, highlight, movableTo, type DropTarget } from './dragged.js'

type Handle = (event: DragEvent, target: DropTarget, element?: Element) => void

export interface Drops {
  over: Handle
  leave: (event: DragEvent, element?: Element) => void
  drop: Handle
  /** All handlers for an element that represents a folder. */
  on: (
    target: DropTarget
  ) => Partial<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>
}

/** Makes folders drop targets: assets of this organization move, files from the desktop are uploaded. */
export function useDrops(onMoved?: () => void): Drops {
  const canWrite = usePermissions().can('assets.write')
  const move = useMove({ onDone: onMoved })
  const { takeDropped } = useQueueFiles()
  const accepts = (event: DragEvent, target: DropTarget) =>
    canWrite && (isAssetDrag(event) ? movableTo(target).length > 0 : hasFiles(event))

  const over: Handle = (event, target, element = event.currentTarget) => {
    if (!accepts(event, target)) return highlight(null)
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = isAssetDrag(event) ? 'move' : 'copy'
    highlight(element)
  }
  const leave: Drops['leave'] = ({ relatedTarget, currentTarget }, element = currentTarget) => {
    if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) highlight(null)
  }
  const drop: Handle = (event, target) => {
    if (!accepts(event, target)) return
    event.preventDefault()
    event.stopPropagation()
    const assets = isAssetDrag(event) ? movableTo(target) : []
    endDrag()
    if (assets.length > 0) move.mutate({ assets, target })
    else void takeDropped(read(event.dataTransfer), target)
  }
  return {
    over,
    leave,
    drop,
    on: (target) => ({
      onDragOver: (event) => over(event, target),
      onDragLeave: (event) => leave(event),
      onDrop: (event) => drop(event, target),
    }),
  }
}
