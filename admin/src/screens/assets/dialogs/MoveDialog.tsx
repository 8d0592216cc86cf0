import type { AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { PlaceDialog } from './PlaceDialog.js'
import { useMove } from './use_move.js'

/** Chooses the target folder of a move, starting where a target can be: in the current folder or above it. */
export default function MoveDialog({ assets, from, keep, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const [path, setPath] = useState(from)
  const target = path.at(-1) ?? { id: null, name: translate('assets.title') }
  const move = useMove({
    inDialog: true,
    onDone: () => {
      keep?.([])
      onClose()
    },
  })
  const isHere = assets.every(({ parentId }) => parentId === target.id)
  const hint = isHere && translate(`assets.moveForm.${assets.length === 1 ? 'here' : 'hereAll'}`)
  return (
    <PlaceDialog
      form="moveForm"
      assets={assets}
      path={path}
      onPath={setPath}
      action={move}
      hint={hint}
      // Only once: the person can come back, for example to create a folder here.
      onNone={() => path === from && isHere && from.length > 1 && setPath(from.slice(0, -1))}
      onClose={onClose}
    />
  )
}
