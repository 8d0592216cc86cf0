import { usePermissions } from '@crossdock/admin/kit'
import type { DragEvent } from 'react'
import { useMove } from '../dialogs/use_move.js'
import { takeDropped as read } from '../upload/dropped_files.js'
import { hasFiles } from '../upload/DropZone.js'
import { useTaking } from '../upload/use_taking.js'
import { endDrag, isOurs, mark, movable, type DropTarget } from './dragged.js'

type Handle = (event: DragEvent, target: DropTarget, element?: Element) => void

export interface Drops {
  over: Handle
  leave: (event: DragEvent, element?: Element) => void
  drop: Handle
  /** All of them, of an element that stands for one folder. */
  on: (
    target: DropTarget
  ) => Partial<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>
}

/** Folders on the page take what is dragged onto them: files of this organization move, those of the desk are uploaded. */
export function useDrops(onMoved?: () => void): Drops {
  const canWrite = usePermissions().can('assets.write')
  const move = useMove({ onDone: onMoved })
  const { takeDropped } = useTaking()
  const takes = (event: DragEvent, target: DropTarget) =>
    canWrite && (isOurs(event) ? movable(target).length > 0 : hasFiles(event))

  const over: Handle = (event, target, element = event.currentTarget) => {
    if (!takes(event, target)) return mark(null)
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = isOurs(event) ? 'move' : 'copy'
    mark(element)
  }
  const leave: Drops['leave'] = ({ relatedTarget, currentTarget }, element = currentTarget) => {
    if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) mark(null)
  }
  const drop: Handle = (event, target) => {
    if (!takes(event, target)) return
    event.preventDefault()
    event.stopPropagation()
    const assets = isOurs(event) ? movable(target) : []
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
