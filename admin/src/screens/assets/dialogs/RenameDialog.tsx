import type { Asset } from '@crossdock/client'
import { FormDialog, useAction, type AssetDialogProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NameInput } from './NameInput.js'

interface Naming {
  name: string
}

/** Gives a file or folder another name. */
export default function RenameDialog({ assets, onClose }: AssetDialogProps) {
  const asset = assets[0]!
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.renameForm.${key}`)
  const rename = useAction<unknown, Naming>(
    ({ name }) => ({ path: `assets/${asset.id}`, method: 'PUT', body: { name } }),
    {
      invalidates: ['assets'],
      success: (_data, { name }) => ({ title: translate('assets.renameForm.done', { name }) }),
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const submit = async ({ name }: Naming) => {
    if (name.trim() !== asset.name) await rename.mutateAsync({ name: name.trim() })
  }
  return (
    <FormDialog<Naming>
      open
      title={text('title')}
      description={asset.name}
      defaultValues={{ name: asset.name }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput selected={baseLength(asset)} />
    </FormDialog>
  )
}

// ".env" is all name; a folder has no extension.
function baseLength({ name, type }: Asset): number {
  const dot = name.lastIndexOf('.')
  return type === 'file' && dot > 0 ? dot : name.length
}
