import type { Asset } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText, FolderPicker, Icon, lazyPart, PlainDialog } from '@crossdock/admin/kit'
import { FolderPlus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Place } from '../model.js'

const NewFolderDialog = lazyPart(() => import('./NewFolderDialog.js'))

interface PlaceDialogProps {
  assets: readonly Asset[]
  /** The message key of its texts: `assets.moveForm`. */
  form: string
  /** The path from the top level to the chosen folder. */
  path: readonly Place[]
  onPath: (path: Place[]) => void
  /** The action once a folder is chosen. */
  action: {
    mutate: (of: { assets: readonly Asset[]; target: Place }) => void
    reset: () => void
    isPending: boolean
    error: Error | null
  }
  /** Why the assets cannot go into the chosen folder. */
  hint?: string | false
  /** Called when the open folder contains no folders. */
  onNone?: () => void
  onClose: () => void
}

/** Chooses a target folder. After a refusal, the person can choose another one. */
export function PlaceDialog({
  assets,
  form,
  path,
  onPath,
  action,
  hint,
  onNone,
  onClose,
}: PlaceDialogProps) {
  const translate = useTranslate()
  const [isGone, setGone] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const text = (key: string, values?: object) => translate(`assets.${form}.${key}`, values)
  const target = path.at(-1) ?? { id: null, name: translate('assets.title') }
  const open = (next: Place[]) => {
    action.reset()
    setGone(false)
    onPath(next)
  }
  return (
    <PlainDialog
      title={
        assets.length === 1
          ? text('title', { name: assets[0]?.name })
          : text('titleAll', { smart_count: assets.length })
      }
      description={text('text', { smart_count: assets.length })}
      onClose={onClose}
      footer={
        <>
          <Button
            startIcon={<Icon icon={FolderPlus} />}
            disabled={isGone}
            onClick={() => setCreating(true)}
            sx={{ mr: 'auto' }}
          >
            {translate('assets.newFolder')}
          </Button>
          <Button onClick={onClose}>{translate('kit.cancel')}</Button>
          <Button
            variant="contained"
            disabled={Boolean(hint) || isGone || action.isPending}
            onClick={() => action.mutate({ assets, target })}
          >
            {text('submit')}
          </Button>
        </>
      }
    >
      <Box sx={{ minHeight: 280 }}>
        {action.error && !isGone && (
          <Alert severity="error" sx={{ mx: 3, mb: 2 }}>
            {assets.length > 1 && <div>{text('refused')}</div>}
            {errorText(action.error, translate, text('failed'))}
          </Alert>
        )}
        <FolderPicker
          path={path}
          exclude={assets.map(({ id }) => id)}
          onOpen={open}
          onGone={setGone}
          onNone={onNone}
        />
      </Box>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 3, pb: 1.5 }}>
        {hint}
      </Typography>
      {isCreating && (
        <NewFolderDialog
          place={target}
          onCreated={(folder) => open([...path, folder])}
          onClose={() => setCreating(false)}
        />
      )}
    </PlainDialog>
  )
}
