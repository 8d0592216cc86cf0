import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import { FormDialog, useAction, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { TagField } from './TagField.js'

/** Adds tags to files and folders and takes others off them, with one request. */
export default function TagsDialog({ assets, keep, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.tags.${key}`, values)
  const present = [...new Set(assets.flatMap(({ tags }) => tags))].sort()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const change = useAction<Asset[]>(
    () => ({
      path: 'assets/bulk',
      body: { action: 'tag', ids: assets.map(({ id }) => id), add, remove },
    }),
    {
      invalidates: ['assets', 'tags'],
      error: { fallback: text('failed') },
      success: { title: text('done', { smart_count: assets.length }) },
      onSuccess: () => keep?.([]),
    }
  )
  const submit = async () => {
    if (add.length > 0 || remove.length > 0) await change.mutateAsync()
  }
  return (
    <FormDialog
      open
      title={
        assets.length === 1
          ? text('of', { name: assets[0]?.name })
          : text('ofAll', { smart_count: assets.length })
      }
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ pt: 1, display: 'flex', flexDirection: 'column', gap: 2.25 }}>
        <TagField autoFocus label={text('add')} value={add} onChange={setAdd} />
        {present.length > 0 && (
          <TagField label={text('remove')} value={remove} onChange={setRemove} choices={present} />
        )}
      </Box>
    </FormDialog>
  )
}
