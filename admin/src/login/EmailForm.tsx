import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ApiError, fieldErrors, useAction, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useRef, useState, type FormEvent } from 'react'
import { Field } from './Field.js'

export interface LoginRequest {
  email: string
  tenantId?: string
}

interface EmailFormProps {
  defaults: LoginRequest
  onSent: (request: LoginRequest) => void
}

/** Asks for the address to send the magic link to. Plain fields: a form library would weigh more than the page. */
export function EmailForm({ defaults, onSent }: EmailFormProps) {
  const translate = useTranslate()
  const toast = useToast()
  const [email, setEmail] = useState(defaults.email)
  const [organization, setOrganization] = useState(defaults.tenantId ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const emailField = useRef<HTMLInputElement>(null)

  const send = useAction<{ message: string }, LoginRequest>(
    (body) => ({ path: 'auth/magic-link', body }),
    {
      success: { title: translate('login.sent.title'), description: translate('login.sent.text') },
      error: false,
      onSuccess: (_answer, request) => onSent(request),
    }
  )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    if (!emailField.current?.validity.valid) {
      const problem = email.trim() ? 'login.emailInvalid' : 'login.emailRequired'
      setErrors({ email: translate(problem) })
      emailField.current?.focus()
      return
    }
    setErrors({})
    const tenantId = organization.trim()
    const onError = (error: Error) => {
      setErrors(fieldErrors(error))
      toast({
        title: translate('kit.error.toast'),
        description: translate('login.sendFailed'),
        kind: 'destructive',
      })
    }
    send.mutate({ email: email.trim(), ...(tenantId && { tenantId }) }, { onError })
  }

  // Too many tries: the server's sentence says how long to wait.
  const { error } = send
  const limited = error instanceof ApiError && error.status === 429 ? error.message : null
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2.5 }}>
      {limited && <Alert severity="error">{limited}</Alert>}
      <Field
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="email"
        label={translate('login.email')}
        value={email}
        onChange={setEmail}
        inputRef={emailField}
        error={errors.email}
      />
      <Field
        name="organization"
        autoComplete="organization"
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        label={translate('login.organization')}
        hint={translate('login.organizationHint')}
        value={organization}
        onChange={setOrganization}
        error={errors.tenantId}
      />
      <Button type="submit" variant="contained" size="large" disabled={send.isPending}>
        {translate(send.isPending ? 'login.sending' : 'login.send')}
      </Button>
    </Box>
  )
}
