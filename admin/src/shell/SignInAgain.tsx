import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { errorText, page, signInUrl, useLeavePage, type Session } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiClient } from '../data/api.js'
import { secondFactorOfSignIn } from '../data/second_step.js'
import { sendCode, signedIn, verifyCode } from '../data/sign_in_again.js'
import { DialogFoot, DialogFrame, DialogHead } from '../kit/DialogFrame.js'
import { SecondStep } from '../login/SecondStep.js'
import { ProviderSignIn } from './ProviderSignIn.js'
import { MailedCodeFields, useMailedCode } from './MailedCode.js'

interface SignInAgainProps {
  api: ApiClient
  owner: Session
  onClose: () => void
}

/** A dialog over the page after the session has ended: the same person signs in with a code, and the page continues. */
export default function SignInAgain({ api, owner, onClose }: SignInAgainProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shell.again.${key}`, values)
  const id = useId()
  const { pathname, search, hash } = useLocation()
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const leavePage = useLeavePage()
  const mailed = useMailedCode({
    send: () => sendCode(owner),
    hasCode: (linkOnly) => !linkOnly,
    verify: (digits) => verifyCode(api, owner, digits),
    onDone: (isDone) => setNeedsSecondFactor(!isDone),
  })
  const { request, verify, isSent, canVerify, submit } = mailed
  const error = verify.error ?? request.error

  if (needsSecondFactor) {
    return (
      <DialogFrame open isSmall id={id} hasDescription maxWidth="xs" onClose={onClose}>
        <DialogHead
          id={id}
          title={translate('login.step.title')}
          description={translate('login.step.text')}
          onClose={onClose}
        />
        <Box sx={{ px: 3, pb: 3 }}>
          <SecondStep endpoint={secondFactorOfSignIn()} onDone={() => void signedIn(api)} />
        </Box>
      </DialogFrame>
    )
  }
  if (owner.session?.ssoOnly) {
    return (
      <DialogFrame open isSmall id={id} hasDescription maxWidth="xs" onClose={onClose}>
        <DialogHead
          id={id}
          title={text('title')}
          description={text('byProvider')}
          onClose={onClose}
        />
        <Box sx={{ px: 3, pb: 3 }}>
          <ProviderSignIn owner={owner} />
        </Box>
      </DialogFrame>
    )
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
          <MailedCodeFields mailed={mailed} email={owner.user.email} />
        </Box>
        <DialogFoot>
          <Button onClick={() => leavePage(() => page.open(signInUrl(pathname + search + hash)))}>
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
