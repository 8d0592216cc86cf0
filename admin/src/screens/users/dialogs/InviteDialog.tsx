import type { Invitations } from '@crossdock/client'
import { FormDialog, useAction, useToast } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { affected } from '../model.js'
import { recipientsIn, type Recipient } from '../recipients.js'
import { useRoles } from '../use_roles.js'
import { InvitedAlert } from './InvitedAlert.js'
import { RecipientList } from './RecipientList.js'

interface InviteForm {
  emails: string
  role: string
}

/** The invited addresses, the reasons for refusals by address, and the text that remains to be corrected. */
interface Outcome {
  invited: string[]
  refusals: Map<string, string>
  left: string
}

const most = 100

const addressesOf = (recipients: Recipient[]): string[] =>
  recipients.filter(({ problem }) => problem !== 'invalid').map(({ email }) => email)

/** Invites several people by email. Refused addresses stay in the field, with the reasons. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const toast = useToast()
  const text = (key: string, values?: object) => translate(`users.inviteForm.${key}`, values)
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const recipients = useMemo(() => recipientsIn(typed), [typed])
  const count = addressesOf(recipients).length
  const invite = useAction<Invitations, InviteForm>(
    ({ emails, role }) => ({
      path: 'users/invitations',
      body: { emails: addressesOf(recipientsIn(emails)), role },
    }),
    { invalidates: affected, error: { fallback: text('failed'), inForm: true } }
  )
  const send = async (form: InviteForm) => {
    const { invitations } = await invite.mutateAsync(form)
    const refused = invitations.filter(({ fate }) => fate !== 'invited')
    const invalid = recipientsIn(form.emails).filter(({ problem }) => problem === 'invalid')
    const left = [...refused, ...invalid].map(({ email }) => email)
    const invited = invitations.filter(({ fate }) => fate === 'invited').map(({ email }) => email)
    if (left.length === 0) return toast({ title: text('done', { smart_count: invited.length }) })
    const reasons = refused.map(({ email, fate, message }) => {
      return [email.toLowerCase(), message ?? text(`fate.${fate}`, { _: fate })] as const
    })
    setOutcome({ invited, refusals: new Map(reasons), left: left.join('\n') })
    // The form stays open when its call rejects.
    throw new Error('some are left')
  }
  const errorOf = (value: string | null) => {
    const found = addressesOf(recipientsIn(value ?? '')).length
    if (found > most) return text('tooMany', { most, count: found })
    return found === 0 ? text('noAddress') : undefined
  }
  return (
    <FormDialog<InviteForm>
      open
      title={text('title')}
      description={text('text')}
      defaultValues={{ emails: '', role: 'user' }}
      submitLabel={count > 0 ? text('submitCount', { smart_count: count }) : text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="sm"
      onSubmit={send}
      onClose={onClose}
    >
      {outcome && <InvitedAlert invited={outcome.invited} />}
      <TextInput
        source="emails"
        label={text('emails')}
        helperText={text('emailsHint')}
        validate={[required(text('emailsRequired')), errorOf]}
        onChange={(event) => setTyped((event as { target: { value: string } }).target.value)}
        multiline
        minRows={4}
        maxRows={10}
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <KeepRefused text={outcome?.left} onText={setTyped} />
      <RecipientList recipients={recipients} refusals={outcome?.refusals ?? new Map()} />
      <RoleInput />
    </FormDialog>
  )
}

/** The role of the invited people, and what they can do with it. */
function RoleInput() {
  const translate = useTranslate()
  const { choices, aboutOf } = useRoles()
  const role = useWatch<InviteForm, 'role'>({ name: 'role' })
  return (
    <SelectInput
      source="role"
      label={translate('users.column.role')}
      helperText={aboutOf(role) ?? false}
      choices={choices}
      validate={required()}
    />
  )
}

interface KeepRefusedProps {
  text: string | undefined
  onText: (text: string) => void
}

/** Leaves the refused addresses in the field. */
function KeepRefused({ text, onText }: KeepRefusedProps) {
  const { setValue } = useFormContext<InviteForm>()
  useEffect(() => {
    if (text === undefined) return
    setValue('emails', text)
    onText(text)
  }, [text, setValue, onText])
  return null
}
