import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText, PlainDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { AssetDialogProps } from '../actions.js'
import type { Place } from '../model.js'
import { FolderPicker } from './FolderPicker.js'

/** Chooses the folder something goes to. Starts where it is. */
export default function MoveDialog({ asset, from, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const [path, setPath] = useState(from)
  const target = path.at(-1) ?? { id: null, name: translate('assets.title') }
  const isHere = target.id === asset.parentId
  const moveTo = (parentId: string | null) =>
    ({ path: `assets/${asset.id}`, method: 'PUT', body: { parentId } }) as const
  const moveBack = useAction(() => moveTo(asset.parentId), {
    invalidates: ['assets'],
    success: { title: translate('assets.moveForm.undone', { name: asset.name }) },
    error: { fallback: translate('assets.moveForm.failed') },
  })
  const move = useAction(() => moveTo(target.id), {
    invalidates: ['assets'],
    success: {
      title: translate('assets.moveForm.done', { folder: target.name }),
      description: asset.name,
      action: { label: translate('assets.undo'), onSelect: () => moveBack.mutate() },
    },
    // Said in the dialog, which stays open for another choice.
    error: false,
    onSuccess: onClose,
  })
  const open = (next: Place[]) => {
    move.reset()
    setPath(next)
  }
  return (
    <PlainDialog
      title={translate('assets.moveForm.title', { name: asset.name })}
      description={translate('assets.moveForm.text')}
      onClose={onClose}
      footer={
        <>
          <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
            {isHere && translate('assets.moveForm.here')}
          </Typography>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            disabled={isHere || move.isPending}
            onClick={() => move.mutate()}
          >
            {translate('assets.moveForm.submit')}
          </Button>
        </>
      }
    >
      <Box sx={{ minHeight: 280 }}>
        {move.error && (
          <Alert severity="error" sx={{ mx: 3, mb: 2 }}>
            {errorText(move.error, translate, translate('assets.moveForm.failed'))}
          </Alert>
        )}
        <FolderPicker path={path} exclude={asset.id} onOpen={open} />
      </Box>
    </PlainDialog>
  )
}
