import type { Asset, CreatedShare, SharingRule } from '@crossdock/client'
import { FieldRow, FormDialog, useAction } from '@crossdock/admin/kit'
import { maxLength, useTranslate } from 'ra-core'
import { RadioButtonGroupInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { addressesIn, dayAfter, newShare, toBody, wrongAddress, type ShareForm } from './model.js'

interface NewShareDialogProps {
  asset: Asset
  rule: SharingRule
  onCreated: (share: CreatedShare) => void
  onClose: () => void
}

const mostRecipients = 20

/** A new link; what it is, the dialog behind it says. */
export default function NewShareDialog({ asset, rule, onCreated, onClose }: NewShareDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.form.${key}`, values)
  const create = useAction<CreatedShare, ShareForm>(
    (form) => ({ path: `assets/${asset.id}/shares`, body: toBody(form) }),
    {
      invalidates: ['shares'],
      error: { fallback: translate('shares.createFailed'), inForm: true },
      onSuccess: onCreated,
    }
  )
  return (
    <FormDialog<ShareForm>
      open
      title={text('title', { name: asset.name })}
      defaultValues={newShare(rule.defaultDays)}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => create.mutateAsync(form)}
      onClose={onClose}
    >
      {asset.type === 'folder' && (
        <RadioButtonGroupInput
          source="kind"
          label={text('kind')}
          row={false}
          helperText={false}
          choices={(['download', 'upload'] as const).map((id) => ({ id, name: text(id) }))}
        />
      )}
      <FieldRow>
        <Expiry maxDays={rule.maxDays} />
        <Limit isFolder={asset.type === 'folder'} />
      </FieldRow>
      <Password isNeeded={rule.passwordRequired} />
      <Recipients />
      <TextInput
        source="message"
        label={text('message')}
        multiline
        minRows={2}
        validate={maxLength(2000)}
      />
    </FormDialog>
  )
}

function useText() {
  const translate = useTranslate()
  return (key: string, values?: object) => translate(`shares.form.${key}`, values)
}

function Expiry({ maxDays }: { maxDays: number }) {
  const text = useText()
  const isFit = (day: string) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && day >= dayAfter(0) && day <= dayAfter(maxDays)
  return (
    <TextInput
      source="expiresOn"
      type="date"
      label={text('expires')}
      helperText={text('expiresHelp', { count: maxDays })}
      validate={(day: string) =>
        isFit(day) ? undefined : text('expiresWrong', { count: maxDays })
      }
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** By a link for uploads nothing is downloaded. */
function Limit({ isFolder }: { isFolder: boolean }) {
  const text = useText()
  const kind = useWatch<ShareForm, 'kind'>({ name: 'kind' })
  if (kind === 'upload') return null
  return (
    <TextInput
      source="maxDownloads"
      label={text('limit')}
      helperText={text(isFolder ? 'limitHelpFolder' : 'limitHelp')}
      validate={(value: string | null) =>
        !value || /^[1-9]\d{0,5}$/.test(value) ? undefined : text('limitWrong')
      }
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}

function Password({ isNeeded }: { isNeeded: boolean }) {
  const text = useText()
  const isFit = (password: string | null) => (password ? password.length >= 8 : !isNeeded)
  return (
    <TextInput
      source="password"
      type="password"
      label={text('password')}
      helperText={text(isNeeded ? 'passwordNeeded' : 'passwordHelp')}
      validate={(password: string | null) => (isFit(password) ? undefined : text('passwordShort'))}
      autoComplete="new-password"
    />
  )
}

function Recipients() {
  const text = useText()
  const fault = (value: string | null) => {
    const address = wrongAddress(value)
    if (address !== undefined) return text('recipientsWrong', { address })
    return addressesIn(value).length > mostRecipients ? text('recipientsMany') : undefined
  }
  return (
    <TextInput
      source="recipients"
      label={text('recipients')}
      helperText={text('recipientsHelp')}
      validate={fault}
      autoComplete="off"
    />
  )
}
