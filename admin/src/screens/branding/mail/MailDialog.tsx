import type { Branding } from '@crossdock/client'
import { FormDialog, useUnlessChanged } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useSaveFields } from '../use_save.js'
import { MailPreview } from './MailPreview.js'

interface MailForm {
  mailSender: string | null
  mailFooter: string | null
}

const mailOf = ({ mailSender, mailFooter }: Branding) => JSON.stringify([mailSender, mailFooter])

/** Changes the sender name and the footer of emails. */
export function MailDialog({ branding, onClose }: { branding: Branding; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`branding.mail.${key}`)
  const save = useSaveFields(text('saved'), {
    inForm: true,
    ifMatch: useUnlessChanged('tenant/branding', branding, mailOf),
  })
  const { mailSender, mailFooter } = branding
  return (
    <FormDialog<MailForm>
      open
      title={text('dialog')}
      description={text('text')}
      defaultValues={{ mailSender, mailFooter }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={({ mailSender, mailFooter }) => save.mutateAsync({ mailSender, mailFooter })}
      onClose={onClose}
    >
      <TextInput
        source="mailSender"
        label={text('sender')}
        helperText={text('senderHint')}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 60 } }}
        autoFocus
      />
      <TextInput
        source="mailFooter"
        label={text('footer')}
        helperText={text('footerHint')}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Preview branding={branding} />
    </FormDialog>
  )
}

function Preview({ branding }: { branding: Branding }) {
  const footer: unknown = useWatch({ name: 'mailFooter' })
  return <MailPreview branding={branding} footer={typeof footer === 'string' ? footer : null} />
}
