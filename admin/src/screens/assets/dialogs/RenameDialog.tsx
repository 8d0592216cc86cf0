import type { Asset } from '@crossdock/client'
import {
  FormDialog,
  useAction,
  useUndo,
  useUnlessChanged,
  type AssetDialogProps,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { isChangedSince } from '../changed_since.js'
import { NameInput } from './NameInput.js'
import { useRenamed } from './use_renamed.js'

interface Naming {
  name: string
}

// Other changes of a file, such as a new version, are no conflict.
const nameOf = ({ name }: Asset) => name

/** Renames a file or folder. If another person has just renamed it, the dialog says so and asks again. */
export default function RenameDialog({ assets, onClose }: AssetDialogProps) {
  const asset = assets[0]!
  const invalidates = asset.type === 'folder' ? ['assets', 'folders'] : ['assets']
  const translate = useTranslate()
  const { offer } = useUndo()
  const text = (key: string, values?: object) => translate(`assets.renameForm.${key}`, values)
  const to = ({ name }: Naming) =>
    ({ path: `assets/${asset.id}`, method: 'PUT', body: { name } }) as const
  const rename = useAction<unknown, Naming>(to, {
    invalidates,
    ifMatch: useUnlessChanged<Asset>(`assets/${asset.id}`, asset, nameOf, useRenamed()),
    error: { fallback: text('failed'), inForm: true },
    onSuccess: (_data, { name }) =>
      offer({
        items: [asset],
        text: () => text('done', { before: asset.name, name }),
        request: to,
        changedSince: async (_item, api) =>
          (await isChangedSince(asset, { name }, api)) ? text('renamedSince', { name }) : undefined,
        invalidates,
        undone: () => text('undone', { name: asset.name }),
        failed: text('failed'),
      }),
  })
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

// ".env" has no extension, and neither has a folder.
function baseLength({ name, type }: Asset): number {
  const dot = name.lastIndexOf('.')
  return type === 'file' && dot > 0 ? dot : name.length
}
