import type { FolderPermissions } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  ErrorState,
  FormDialog,
  PlainDialog,
  RowsSkeleton,
  useAction,
  useTagged,
  useUnlessChanged,
  type AssetDialogProps,
} from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { GrantsInput } from './GrantsInput.js'
import { levels, type PermissionsForm } from './model.js'

/** Who is let into a folder and what lies below it. */
export default function PermissionsDialog({ assets, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const folder = assets[0]!
  const read = useTagged<FolderPermissions>(['assets', folder.id, 'permissions'])
  if (read.data) return <EditDialog folder={folder} present={read.data.data} onClose={onClose} />
  const title = translate('assets.permissions.title', { name: folder.name })
  return (
    <PlainDialog title={title} onClose={onClose}>
      {read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </PlainDialog>
  )
}

// Without names: those may change, too.
const rulesOf = ({ everyone, grants }: FolderPermissions) =>
  JSON.stringify([everyone, grants.map(({ kind, id, level }) => [kind, id, level])])

interface EditDialogProps {
  folder: { id: string; name: string }
  present: FolderPermissions
  onClose: () => void
}

function EditDialog({ folder, present, onClose }: EditDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`assets.permissions.${key}`, { name: folder.name })
  const save = useAction<unknown, PermissionsForm>(
    ({ everyone, grants }) => ({
      path: `assets/${folder.id}/permissions`,
      method: 'PUT',
      // Who is named may do what everybody may: an open folder names nobody.
      body: {
        everyone,
        grants:
          everyone === 'write' ? [] : grants.map(({ kind, id, level }) => ({ kind, id, level })),
      },
    }),
    {
      ifMatch: useUnlessChanged(`assets/${folder.id}/permissions`, present, rulesOf),
      invalidates: ['assets', 'folders'],
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  return (
    <FormDialog<PermissionsForm>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={{
        everyone: present.everyone as PermissionsForm['everyone'],
        grants: present.grants,
      }}
      submitLabel={text('save')}
      submittingLabel={text('saving')}
      maxWidth="sm"
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      {present.inherited.length > 0 && (
        <Alert severity="info">
          {translate('assets.permissions.inherited', {
            folders: present.inherited.map(({ name }) => name).join(', '),
            smart_count: present.inherited.length,
          })}
        </Alert>
      )}
      <SelectInput
        source="everyone"
        label={text('everyone')}
        choices={levels.map((id) => ({ id, name: text(`level.${id}`) }))}
        translateChoice={false}
        // Without it there would be an empty choice.
        validate={required()}
      />
      <GrantsInput />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{text('hint')}</Box>
    </FormDialog>
  )
}
