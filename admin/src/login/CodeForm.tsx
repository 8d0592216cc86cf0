import type { SignInOrganization } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ApiError, Icon } from '@crossdock/admin/kit'
import { ArrowLeft } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState, type FormEvent } from 'react'
import { CodeInput } from './CodeInput.js'
import { OrganizationChoice } from './OrganizationChoice.js'
import { rememberSent } from './remembered.js'
import { RESEND_SECONDS, useCountdown } from './use_countdown.js'
import { useRequestCode, type LoginRequest } from './use_request_code.js'
import { useVerify } from './use_verify.js'

interface CodeFormProps {
  request: LoginRequest
  onBack: () => void
  /** Called when the code was right, and a second factor is needed. */
  onStep: () => void
}

/** Asks for the 6-digit code of the email, and for the organization when the code fits several. */
export function CodeForm({ request, onBack, onStep }: CodeFormProps) {
  const translate = useTranslate()
  const [code, setCode] = useState('')
  const [organizations, setOrganizations] = useState<SignInOrganization[]>()
  const field = useRef<HTMLInputElement>(null)
  const verify = useVerify()
  const resend = useRequestCode((again, mail) => {
    if (mail.hasCode) rememberSent({ request: again, mail })
  })
  const wait = useCountdown(RESEND_SECONDS)

  const clear = () => {
    setCode('')
    setOrganizations(undefined)
    field.current?.focus()
  }
  const send = (digits: string, tenantId = request.tenantId) => {
    if (digits.length !== 6 || verify.isPending) return
    const credentials = { ...request, code: digits, ...(tenantId && { tenantId }) }
    verify.mutate(credentials, {
      onSuccess: (answer) => {
        if (answer.secondFactor) onStep()
        else setOrganizations(answer.organizations)
      },
      onError: clear,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const change = (value: string) => {
    setCode(value)
    if (verify.isError) verify.reset()
    if (value !== code) send(value)
  }
  const askAgain = () => {
    wait.restart()
    verify.reset()
    clear()
    resend.request(request)
  }

  if (organizations) {
    return (
      <OrganizationChoice
        organizations={organizations}
        disabled={verify.isPending}
        onChoose={({ id }) => send(code, id)}
        onBack={clear}
      />
    )
  }
  // Too many attempts: the server's message says how long to wait.
  const limited = resend.error instanceof ApiError && resend.error.status === 429
  const problem = verify.error ?? (limited ? resend.error : null)
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2.5 }}>
      {problem && <Alert severity="error">{problem.message}</Alert>}
      <CodeInput
        label={translate('login.code.label')}
        value={code}
        failed={verify.isError}
        inputRef={field}
        onChange={change}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={code.length !== 6 || verify.isPending}
      >
        {translate(verify.isPending ? 'login.code.verifying' : 'login.code.verify')}
      </Button>
      <Box>
        <Typography variant="body2" color="textSecondary">
          {translate('login.code.spam')}
        </Typography>
        <Button
          size="small"
          onClick={askAgain}
          disabled={wait.left > 0 || resend.isPending}
          sx={{ ml: -1, mt: 0.5, fontVariantNumeric: 'tabular-nums' }}
        >
          {wait.left > 0
            ? translate('login.code.resendIn', { seconds: wait.left })
            : translate('login.code.resend')}
        </Button>
      </Box>
      <Box>
        <Button startIcon={<Icon icon={ArrowLeft} />} onClick={onBack} sx={{ ml: -1.5 }}>
          {translate('login.code.back')}
        </Button>
      </Box>
    </Box>
  )
}
