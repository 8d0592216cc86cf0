import type { SignInMail } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { ApiError, fieldErrors } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Field } from './Field.js'
import { mayNameOrganization } from './host.js'
import { PasskeySignIn } from './PasskeySignIn.js'
import { ProviderButtons } from './sso/ProviderButtons.js'
import { useProviders } from './sso/use_providers.js'
import { useAnswer } from './use_answer.js'
import { useRequestCode, type LoginRequest } from './use_request_code.js'

interface EmailFormProps {
  defaults: LoginRequest
  /** Path to open after sign-in. */
  next?: string
  onSent: (request: LoginRequest, mail: SignInMail) => void
  /** Whether people can sign in only with the organization's providers. */
  onOnly: (isOnly: boolean) => void
}

/** Asks for the address to which the magic link is sent. Uses no form library, which would be larger than the page. */
export function EmailForm({ defaults, next, onSent, onOnly }: EmailFormProps) {
  const translate = useTranslate()
  const [email, setEmail] = useState(defaults.email)
  const [entered, setEntered] = useState<string>()
  const isNamed = mayNameOrganization(window.location.hostname)
  const address = useAnswer<{ subdomain: string | null }>(isNamed ? 'auth/organization' : undefined)
  const organization = entered ?? address?.subdomain ?? defaults.tenantId ?? ''
  const providers = useProviders(organization)
  // If people can sign in only with a provider, show only the provider.
  const isOnly = providers.some((provider) => provider.isOnly)
  useEffect(() => onOnly(isOnly), [isOnly, onOnly])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const emailField = useRef<HTMLInputElement>(null)

  const send = useRequestCode(onSent)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending || isOnly) return
    if (!emailField.current?.validity.valid) {
      const problem = email.trim() ? 'login.emailInvalid' : 'login.emailRequired'
      setErrors({ email: translate(problem) })
      emailField.current?.focus()
      return
    }
    setErrors({})
    const tenantId = organization.trim()
    send.request(
      { email: email.trim(), ...(tenantId && { tenantId }), ...(next && { next }) },
      (error) => setErrors(fieldErrors(error))
    )
  }

  // Too many attempts: the server's message says how long to wait.
  const { error } = send
  const limited = error instanceof ApiError && error.status === 429 ? error.message : null
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ position: 'relative', display: 'grid', gap: 2.5 }}
    >
      {limited && <Alert severity="error">{limited}</Alert>}
      {!isOnly && (
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
      )}
      {!(isOnly && address?.subdomain) && (
        <Field
          name="organization"
          autoComplete="organization"
          inputProps={{ autoCapitalize: 'none', spellCheck: false }}
          label={translate('login.organization')}
          hint={translate('login.organizationHint')}
          value={organization}
          onChange={setEntered}
          error={errors.tenantId}
        />
      )}
      {!isOnly && (
        <Button type="submit" variant="contained" size="large" disabled={send.isPending}>
          {translate(send.isPending ? 'login.sending' : 'login.send')}
        </Button>
      )}
      {!isOnly && <PasskeySignIn next={next} />}
      {providers.length > 0 && (
        <ProviderButtons providers={providers} next={next} isAlone={isOnly} />
      )}
      {/* Pages of the operator, which an organization's address does not serve. */}
      {!address?.subdomain && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: '0.875rem', mt: 1 }}>
          <Link href="/" color="textSecondary" underline="hover">
            {translate('login.back')}
          </Link>
          <Link href="/sales" color="textSecondary" underline="hover">
            {translate('login.help')}
          </Link>
        </Box>
      )}
    </Box>
  )
}
