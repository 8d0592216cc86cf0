import Drawer from '@mui/material/Drawer'
import { useTranslate } from 'ra-core'
import type { AssetPathPart } from '../model.js'
import { FileColumn } from './FileColumn.js'

interface TreeDrawerProps {
  path: readonly AssetPathPart[] | undefined
  onClose: () => void
}

/** The file locations in narrow windows; closes after a choice. */
export default function TreeDrawer({ path, onClose }: TreeDrawerProps) {
  const translate = useTranslate()
  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': translate('assets.title'),
          sx: { width: 288, p: 1.5, bgcolor: 'background.default' },
        },
      }}
    >
      <FileColumn path={path} onOpened={onClose} />
    </Drawer>
  )
}
