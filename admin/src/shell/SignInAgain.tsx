import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText, page, signInUrl, useLeavePage, type Session } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiClient } from '../data/api.js'
import { sendCode, verifyCode } from '../data/sign_in_again.js'
import { DialogFoot, DialogFrame, DialogHead } from '../kit/DialogFrame.js'
import { CodeInput } from '../login/CodeInput.js'
import { RESEND_SECONDS, useCountdown } from '../login/use_countdown.js'

interface SignInAgainProps {
  api: ApiClient
  owner: Session
  onClose: () => void
}

/** Over the page when the session has ended: the same person signs in by code, and the page goes on. */
export default function SignInAgain({ api, owner, onClose }: SignInAgainProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shell.again.${key}`, values)
  const id = useId()
  const { pathname, search } = useLocation()
  const [code, setCode] = useState('')
  const { email } = owner.user
  // Once a code is under way the field for it stays, whatever becomes of another one.
  const [isSent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const leavePage = useLeavePage()
  const wait = useCountdown(RESEND_SECONDS)
  const request = useMutation({
    mutationFn: () => sendCode(owner),
    onSuccess: (linkOnly) => {
      if (!linkOnly) setSent(true)
    },
  })
  const verify = useMutation({
    mutationFn: (digits: string) => verifyCode(api, owner, digits),
    onError: () => clear(),
  })
  const error = verify.error ?? request.error
  const canVerify = code.length === 6 && !verify.isPending

  const clear = () => {
    setCode('')
    field.current?.focus()
  }
  const ask = () => {
    wait.restart()
    verify.reset()
    clear()
    request.mutate()
  }
  const change = (value: string) => {
    setCode(value)
    if (verify.isError) verify.reset()
    if (value !== code && value.length === 6 && !verify.isPending) verify.mutate(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is submitted in a dialog is no business of the form below it.
    event.stopPropagation()
    if (!isSent) ask()
    else if (canVerify) verify.mutate(code)
  }

  return (
    <DialogFrame open isSmall id={id} hasDescription maxWidth="xs" onClose={onClose}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogHead id={id} title={text('title')} description={text('text')} onClose={onClose} />
        <Box sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
          {error && (
            <Alert severity="error">
              {errorText(error, translate, text(verify.error ? 'verifyFailed' : 'sendFailed'))}
            </Alert>
          )}
          {request.data && <Alert severity="info">{request.data}</Alert>}
          {isSent ? (
            <>
              <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
                {text('sent', { email })}
              </Typography>
              <CodeInput
                label={text('code')}
                value={code}
                failed={verify.isError}
                inputRef={field}
                onChange={change}
              />
              <Box>
                <Button
                  size="small"
                  onClick={ask}
                  disabled={wait.left > 0 || request.isPending}
                  sx={{ ml: -1, fontVariantNumeric: 'tabular-nums' }}
                >
                  {wait.left > 0
                    ? translate('login.code.resendIn', { seconds: wait.left })
                    : translate('login.code.resend')}
                </Button>
              </Box>
            </>
          ) : (
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{email}</Typography>
          )}
        </Box>
        <DialogFoot>
          <Button onClick={() => leavePage(() => page.open(signInUrl(pathname + search)))}>
            {translate('shell.signOut')}
          </Button>
          {isSent ? (
            <Button type="submit" variant="contained" disabled={!canVerify}>
              {text(verify.isPending ? 'verifying' : 'verify')}
            </Button>
          ) : (
            <Button type="submit" variant="contained" disabled={request.isPending}>
              {text(request.isPending ? 'sending' : 'send')}
            </Button>
          )}
        </DialogFoot>
      </Box>
    </DialogFrame>
  )
}
