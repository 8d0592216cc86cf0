import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { PlainDialog } from '../PlainDialog.js'
import type { AssetPlace } from '../slots.js'
import { FolderPicker } from './FolderPicker.js'

export interface FolderDialogProps {
  /** Called with the path of the chosen folder, `/Invoices/2026`, and its id. */
  onChoose: (path: string, id: string) => void
  onClose: () => void
}

/** Chooses a folder, starting at the top level. */
export function FolderDialog({ onChoose, onClose }: FolderDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`kit.folders.${key}`)
  const [path, setPath] = useState<AssetPlace[]>([{ id: null, name: text('top') }])
  const [, ...folders] = path
  const chosen = folders.at(-1)?.id
  return (
    <PlainDialog
      title={text('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            disabled={!chosen}
            onClick={() => {
              if (chosen) onChoose(`/${folders.map(({ name }) => name).join('/')}`, chosen)
              onClose()
            }}
          >
            {text('choose')}
          </Button>
        </>
      }
    >
      <Box sx={{ minHeight: 280 }}>
        <FolderPicker path={path} onOpen={setPath} />
      </Box>
    </PlainDialog>
  )
}
