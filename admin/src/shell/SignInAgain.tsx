import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText, page, signInUrl, type Session } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiClient } from '../data/api.js'
import { sendCode, verifyCode } from '../data/sign_in_again.js'
import { DialogFoot, DialogFrame, DialogHead } from '../kit/DialogFrame.js'
import { CodeInput } from '../login/CodeInput.js'

/** Over the page when the session has ended: the same person signs in by code, and the page goes on. */
export function SignInAgain({ api, owner }: { api: ApiClient; owner: Session }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shell.again.${key}`, values)
  const id = useId()
  const { pathname, search } = useLocation()
  const [code, setCode] = useState('')
  const { email } = owner.user
  const request = useMutation({ mutationFn: () => sendCode(owner), onSuccess: () => setCode('') })
  const verify = useMutation({ mutationFn: () => verifyCode(api, owner, code) })
  const error = verify.error ?? request.error
  const canVerify = code.length === 6 && !verify.isPending

  const ask = () => {
    verify.reset()
    request.mutate()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is submitted in a dialog is no business of the form below it.
    event.stopPropagation()
    if (!request.isSuccess) ask()
    else if (canVerify) verify.mutate()
  }
  const close = () => api.keeper.dismiss()

  return (
    <DialogFrame open id={id} hasDescription maxWidth="xs" onClose={close}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogHead id={id} title={text('title')} description={text('text')} onClose={close} />
        <Box sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
          {error && (
            <Alert severity="error">
              {errorText(error, translate, text(verify.error ? 'verifyFailed' : 'sendFailed'))}
            </Alert>
          )}
          {request.isSuccess ? (
            <>
              <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
                {text('sent', { email })}
              </Typography>
              <CodeInput
                label={text('code')}
                value={code}
                failed={verify.isError}
                onChange={(value) => {
                  setCode(value)
                  if (verify.isError) verify.reset()
                }}
              />
              <Box>
                <Button size="small" onClick={ask} disabled={request.isPending} sx={{ ml: -1 }}>
                  {text('another')}
                </Button>
              </Box>
            </>
          ) : (
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{email}</Typography>
          )}
        </Box>
        <DialogFoot>
          <Button onClick={() => page.open(signInUrl(pathname + search))}>
            {translate('shell.signOut')}
          </Button>
          {request.isSuccess ? (
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
