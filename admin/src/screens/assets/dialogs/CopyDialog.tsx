import type { AssetDialogProps } from '@crossdock/admin/kit'
import { useState } from 'react'
import { PlaceDialog } from './PlaceDialog.js'
import { useCopyAssets } from './use_copy_assets.js'

/** Chooses the target folder of a copy. In the same folder the copy gets another name. */
export default function CopyDialog({ assets, from, keep, onClose }: AssetDialogProps) {
  const [path, setPath] = useState(from)
  const copy = useCopyAssets({
    inDialog: true,
    onDone: () => {
      keep?.([])
      onClose()
    },
  })
  return (
    <PlaceDialog
      form="copyForm"
      assets={assets}
      path={path}
      onPath={setPath}
      action={copy}
      onClose={onClose}
    />
  )
}
