import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText, FolderPicker, PlainDialog, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Place } from '../model.js'
import { useMove } from './use_move.js'

/** Chooses the folder something goes to. Starts where it is; what is refused stays for another choice. */
export default function MoveDialog({ assets, from, keep, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const [path, setPath] = useState(from)
  const [left, setLeft] = useState(assets)
  const [isGone, setGone] = useState(false)
  const target = path.at(-1) ?? { id: null, name: translate('assets.title') }
  const move = useMove(target, ({ refused }) => {
    const still = [...refused.keys()]
    keep?.(still)
    setLeft(still)
    if (still.length === 0) onClose()
  })
  const isHere = left.every(({ parentId }) => parentId === target.id)
  const [refusal] = move.data?.refused.values() ?? []
  const open = (next: Place[]) => {
    move.reset()
    setGone(false)
    setPath(next)
  }
  const name = assets[0]?.name
  const text = (key: string, values?: object) => translate(`assets.moveForm.${key}`, values)
  return (
    <PlainDialog
      title={
        assets.length === 1
          ? text('title', { name })
          : text('titleAll', { smart_count: assets.length })
      }
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
            {isHere && text(assets.length === 1 ? 'here' : 'hereAll')}
          </Typography>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            disabled={isHere || isGone || move.isPending}
            onClick={() => move.mutate(left)}
          >
            {text('submit')}
          </Button>
        </>
      }
    >
      <Box sx={{ minHeight: 280 }}>
        {refusal !== undefined && !isGone && (
          <Alert severity="error" sx={{ mx: 3, mb: 2 }}>
            {assets.length > 1 && (
              <div>{text('refused', { count: left.length, total: assets.length })}</div>
            )}
            {errorText(refusal, translate, text('failed'))}
          </Alert>
        )}
        <FolderPicker
          path={path}
          exclude={assets.map(({ id }) => id)}
          onOpen={open}
          onGone={setGone}
        />
      </Box>
    </PlainDialog>
  )
}
