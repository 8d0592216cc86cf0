import type { Passkey } from '@crossdock/client'
import { FormDialog, useAction } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'

interface RenamePasskeyProps {
  passkey: Passkey
  onClose: () => void
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: RenamePasskeyProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.passkeys.${key}`)
  const rename = useAction<Passkey, { name: string }>(
    ({ name }) => ({ path: `passkeys/${passkey.id}`, method: 'PUT', body: { name } }),
    {
      invalidates: ['passkeys'],
      success: { title: text('renamed') },
      error: { fallback: translate('security.failed'), inForm: true },
    }
  )
  return (
    <FormDialog<{ name: string }>
      open
      maxWidth="xs"
      title={text('renameTitle')}
      defaultValues={{ name: passkey.name }}
      submitLabel={text('save')}
      onSubmit={({ name }) => rename.mutateAsync({ name })}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
