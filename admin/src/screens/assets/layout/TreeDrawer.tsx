import Drawer from '@mui/material/Drawer'
import { useTranslate } from 'ra-core'
import type { AssetPathPart } from '../model.js'
import { FolderTree } from '../tree/FolderTree.js'

interface TreeDrawerProps {
  path: readonly AssetPathPart[] | undefined
  onClose: () => void
}

/** The tree of folders on narrow windows: closes once a folder was chosen. */
export default function TreeDrawer({ path, onClose }: TreeDrawerProps) {
  const translate = useTranslate()
  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': translate('assets.tree.label'),
          sx: { width: 288, p: 1.5, bgcolor: 'background.default' },
        },
      }}
    >
      <FolderTree path={path} onOpened={onClose} />
    </Drawer>
  )
}
