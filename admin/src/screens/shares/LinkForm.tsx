import type { Asset, SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FieldRow, fieldErrors } from '@crossdock/admin/kit'
import { Form, maxLength, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { RadioButtonGroupInput, TextInput } from 'react-admin'
import { useFormState, useWatch, type FieldValues } from 'react-hook-form'
import { addressesIn, dayAfter, newShare, wrongAddress, type ShareForm } from './model.js'

interface LinkFormProps {
  asset: Asset
  rule: SharingRule
  onDirty: (isDirty: boolean) => void
  /** Rejects with an ApiError to show the server's messages at their fields. */
  onSubmit: (form: ShareForm) => Promise<unknown>
}

const mostRecipients = 20

/** The options of a link within the rule: expiry, limit, password, and recipients. */
export function LinkForm({ asset, rule, onDirty, onSubmit }: LinkFormProps) {
  const text = useText()
  const [initial] = useState(() => newShare(rule.defaultDays))
  const [unplaced, setUnplaced] = useState<string[]>([])
  const submit = async (form: FieldValues) => {
    setUnplaced([])
    try {
      await onSubmit(form as ShareForm)
      return undefined
    } catch (error) {
      const errors = Object.entries(fieldErrors(error))
      const fields = Object.keys(initial).concat('expiresAt')
      setUnplaced(errors.filter(([name]) => !fields.includes(name)).map(([, message]) => message))
      return Object.fromEntries(
        errors.map(([name, message]) => [name === 'expiresAt' ? 'expiresOn' : name, message])
      )
    }
  }
  return (
    <Form defaultValues={initial} onSubmit={submit} noValidate disableInvalidFormNotification>
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        {unplaced.length > 0 && <Alert severity="error">{unplaced.join(' ')}</Alert>}
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
          helperText={text('messageHelp')}
          multiline
          minRows={2}
          validate={maxLength(2000)}
        />
        <Foot onDirty={onDirty} />
      </Box>
    </Form>
  )
}

function useText() {
  const translate = useTranslate()
  return (key: string, values?: object) => translate(`shares.form.${key}`, values)
}

function Foot({ onDirty }: Pick<LinkFormProps, 'onDirty'>) {
  const text = useText()
  const { isSubmitting, isDirty } = useFormState()
  const reportDirty = useRef(onDirty)
  reportDirty.current = onDirty
  useEffect(() => reportDirty.current(isDirty), [isDirty])
  return (
    <Button type="submit" variant="outlined" disabled={isSubmitting}>
      {text(isSubmitting ? 'submitting' : 'submit')}
    </Button>
  )
}

function Expiry({ maxDays }: { maxDays: number }) {
  const text = useText()
  const isValid = (day: string) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && day >= dayAfter(0) && day <= dayAfter(maxDays)
  return (
    <TextInput
      source="expiresOn"
      type="date"
      label={text('expires')}
      helperText={text('expiresHelp', { count: maxDays })}
      validate={(day: string) =>
        isValid(day) ? undefined : text('expiresWrong', { count: maxDays })
      }
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** Hidden for upload links, because visitors download nothing through them. */
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
  const isValid = (password: string | null) => (password ? password.length >= 8 : !isNeeded)
  return (
    <TextInput
      source="password"
      type="password"
      label={text('password')}
      helperText={text(isNeeded ? 'passwordNeeded' : 'passwordHelp')}
      validate={(password: string | null) =>
        isValid(password) ? undefined : text('passwordShort')
      }
      autoComplete="new-password"
    />
  )
}

function Recipients() {
  const text = useText()
  const errorOf = (value: string | null) => {
    const address = wrongAddress(value)
    if (address !== undefined) return text('recipientsWrong', { address })
    return addressesIn(value).length > mostRecipients ? text('recipientsMany') : undefined
  }
  return (
    <TextInput
      source="recipients"
      label={text('recipients')}
      helperText={text('recipientsHelp')}
      validate={errorOf}
      autoComplete="off"
    />
  )
}
