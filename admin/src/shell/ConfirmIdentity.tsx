import type { Passkey, ProofMail, SecondFactor } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { errorText, Icon, useRead, type Session } from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'
import type { ApiClient } from '../data/api.js'
import { browser, isPromptClosed } from '../data/passkeys.js'
import { secondFactorOfSession } from '../data/second_step.js'
import { DialogFoot, DialogFrame, DialogHead } from '../kit/DialogFrame.js'
import { SecondStep } from '../login/SecondStep.js'
import { ProviderSignIn } from './ProviderSignIn.js'
import { MailedCodeFields, useMailedCode } from './MailedCode.js'

interface ConfirmIdentityProps {
  api: ApiClient
  owner: Session
}

/** A dialog over the page, before an action that needs a recent confirmation: by an emailed code or a passkey. */
export default function ConfirmIdentity({ api, owner }: ConfirmIdentityProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`shell.proof.${key}`)
  const id = useId()
  const passkeys = useRead<Passkey[]>('passkeys')
  const factor = useRead<SecondFactor>('second-factor')
  const { confirm, decline } = api.proofs
  const hasPasskey = (passkeys.data?.length ?? 0) > 0
  const head = (
    <DialogHead
      id={id}
      title={text('title')}
      description={text(owner.session?.ssoOnly ? 'byProvider' : 'text')}
      onClose={decline}
    />
  )
  return (
    <DialogFrame open isSmall id={id} hasDescription maxWidth="xs" onClose={decline}>
      {owner.session?.ssoOnly ? (
        <>
          {head}
          <Box sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
            <ProviderSignIn owner={owner} mustProve />
            {hasPasskey && <SecondStep endpoint={secondFactorOfSession(api)} onDone={confirm} />}
          </Box>
        </>
      ) : hasPasskey && factor.data?.required ? (
        <>
          {head}
          <Box sx={{ px: 3, pb: 3 }}>
            <SecondStep endpoint={secondFactorOfSession(api)} onDone={confirm} />
          </Box>
        </>
      ) : (
        <ConfirmByMail api={api} owner={owner} head={head} mayUsePasskey={hasPasskey} />
      )}
    </DialogFrame>
  )
}

interface ConfirmByMailProps extends ConfirmIdentityProps {
  head: ReactNode
  mayUsePasskey: boolean
}

/** Confirms by an emailed code, or by a passkey if the person has one. */
function ConfirmByMail({ api, owner, head, mayUsePasskey }: ConfirmByMailProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`shell.proof.${key}`)
  const { confirm, decline } = api.proofs
  const mailed = useMailedCode({
    send: () => api.action<ProofMail>({ path: 'auth/proof' }),
    verify: (code) => api.action({ path: 'auth/proof/verify', body: { code } }),
    onDone: confirm,
  })
  const { request, verify, isSent, submit } = mailed
  const use = useMutation({ mutationFn: secondFactorOfSession(api).byPasskey, onSuccess: confirm })
  const failed = isPromptClosed(use.error) ? null : use.error
  const error = verify.error ?? request.error ?? failed
  const isBusy = verify.isPending || use.isPending
  return (
    <Box component="form" noValidate onSubmit={submit}>
      {head}
      <Box sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
        {error && <Alert severity="error">{errorText(error, translate, text('failed'))}</Alert>}
        {mayUsePasskey && browser.canUsePasskeys() && !isSent && (
          <Button
            variant="outlined"
            size="large"
            startIcon={<Icon icon={KeyRound} />}
            disabled={isBusy}
            onClick={() => use.mutate()}
          >
            {text('passkey')}
          </Button>
        )}
        <MailedCodeFields mailed={mailed} email={owner.user.email} />
      </Box>
      <DialogFoot>
        <Button onClick={decline}>{translate('kit.cancel')}</Button>
        {isSent ? (
          <Button type="submit" variant="contained" disabled={!mailed.canVerify || use.isPending}>
            {text('confirm')}
          </Button>
        ) : (
          <Button type="submit" variant="contained" disabled={request.isPending || isBusy}>
            {translate(request.isPending ? 'shell.again.sending' : 'shell.again.send')}
          </Button>
        )}
      </DialogFoot>
    </Box>
  )
}
