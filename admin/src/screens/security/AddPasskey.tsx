import {
  FormDialog,
  invalidate,
  isAboutFields,
  useApi,
  useErrorToast,
  useToast,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { addPasskey } from '../../data/new_passkey.js'

interface AddPasskeyProps {
  /** The suggested name. */
  suggested: string
  onClose: () => void
}

/** Creates a passkey in the browser and stores it. */
export default function AddPasskey({ suggested, onClose }: AddPasskeyProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.passkeys.${key}`)
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()

  const submit = async ({ name }: { name: string }) => {
    try {
      await addPasskey(api, name, text)
    } catch (error) {
      if (!isAboutFields(error)) showError(error, { fallback: translate('security.failed') })
      throw error
    }
    await invalidate(client, ['passkeys'])
    toast({ title: text('added') })
  }

  return (
    <FormDialog<{ name: string }>
      open
      maxWidth="xs"
      title={text('add')}
      description={text('addText')}
      defaultValues={{ name: suggested }}
      submitLabel={text('add')}
      submittingLabel={text('adding')}
      onSubmit={submit}
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
