import { FormDialog } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useSaveFields } from '../use_save.js'

interface DomainDialogProps {
  domain: string | null
  onClose: () => void
}

/** Claims a domain. */
export function DomainDialog({ domain, onClose }: DomainDialogProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`branding.domain.${key}`)
  const save = useSaveFields(text('saved'), { inForm: true })
  return (
    <FormDialog<{ customDomain: string }>
      open
      title={text('dialog')}
      defaultValues={{ customDomain: domain ?? '' }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ customDomain }) => save.mutateAsync({ customDomain: customDomain.trim() })}
      onClose={onClose}
    >
      <TextInput
        source="customDomain"
        label={text('label')}
        helperText={text('hint')}
        placeholder="files.example.com"
        validate={required(text('required'))}
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, inputMode: 'url' } }}
        autoFocus
      />
    </FormDialog>
  )
}
