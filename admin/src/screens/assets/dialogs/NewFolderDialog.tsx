import type { Asset } from '@crossdock/client'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { Place } from '../model.js'
import { NameInput } from './NameInput.js'

interface NewFolder {
  name: string
}

interface NewFolderDialogProps {
  place: Place
  onCreated?: (folder: Place) => void
  onClose: () => void
}

/** Creates a folder in the current one. */
export default function NewFolderDialog({ place, onCreated, onClose }: NewFolderDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.folderForm.${key}`)
  const create = useAction<Asset, NewFolder>(
    ({ name }) => ({ path: 'assets', body: { name, type: 'folder', parentId: place.id } }),
    {
      invalidates: ['assets', 'folders', 'dashboard'],
      success: (_data, { name }) => ({ title: text('done'), description: name }),
      error: { fallback: text('failed'), inForm: true },
      onSuccess: ({ id, name }) => onCreated?.({ id, name }),
    }
  )
  return (
    <FormDialog<NewFolder>
      open
      title={text('title')}
      description={translate('assets.folderForm.text', { folder: place.name })}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="xs"
      onSubmit={({ name }) => create.mutateAsync({ name: name.trim() })}
      onClose={onClose}
    >
      <NameInput />
    </FormDialog>
  )
}
