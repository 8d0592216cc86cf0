import type { SignInMail } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import { partOf, useBrand } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useCallback, useState } from 'react'
import { secondFactorOfSignIn } from '../data/second_step.js'
import { CodeForm } from './CodeForm.js'
import { EmailForm } from './EmailForm.js'
import { LinkForm } from './LinkForm.js'
import { LinkOnly } from './LinkOnly.js'
import { useLoginHost } from './login_host.js'
import { LoginLayout } from './LoginLayout.js'
import { ownPath } from './own_path.js'
import { forgetSent, recallSignIn, recallSent, rememberSent } from './remembered.js'
import { SecondStep } from './SecondStep.js'
import type { LoginRequest } from './use_request_code.js'
import { useVerify } from './use_verify.js'

// Only people who return from a provider without success need these texts.
const failure = () => import('./sso/SsoFailure.js')

/** Requests a sign-in email, accepts the code of the email, or signs in by the token of a link. */
export function LoginScreen() {
  const { session, barred, params, setParams } = useLoginHost()
  const translate = useTranslate()
  const { name } = useBrand()
  const [sent] = useState(recallSent)
  const [request, setRequest] = useState<LoginRequest>(() => sent?.request ?? recallSignIn())
  const [mail, setMail] = useState<SignInMail | undefined>(sent?.mail)
  const [linkProblem, setLinkProblem] = useState<string>()
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const [isOnly, setOnly] = useState(false)
  const enter = useVerify()
  const token = params.get('token')
  const next = ownPath(params.get('next'))
  const refused = params.get('sso')
  // Emails of organizations with provider-only sign-in open this page with the organization.
  const named = params.get('organization')
  const SsoFailure = refused ? partOf(failure) : undefined

  // Remove the spent token from the address.
  const leaveLink = useCallback(
    (problem?: string) => {
      setLinkProblem(problem)
      setParams(next ? { next } : {})
    },
    [next, setParams]
  )

  // Remove the spent token from the address.
  const askStep = () => {
    leaveLink()
    setNeedsSecondFactor(true)
  }

  if (needsSecondFactor && !session) {
    return (
      <LoginLayout title={translate('login.step.title')} subtitle={translate('login.step.text')}>
        <SecondStep
          endpoint={secondFactorOfSignIn(next ?? request.next)}
          onDone={(entered) => enter.mutate({ entered })}
        />
      </LoginLayout>
    )
  }
  if (token) return <LinkForm token={token} next={next} onLeave={leaveLink} onStep={askStep} />

  // After a failed provider sign-in, show the reason, also while a code is pending.
  if (mail && !refused) {
    const back = () => {
      forgetSent()
      setMail(undefined)
    }
    return (
      <LoginLayout
        title={translate('login.code.title')}
        subtitle={
          <>
            {translate(mail.hasCode ? 'login.code.subtitle' : 'login.code.linkSubtitle')}{' '}
            <strong>{request.email}</strong>
          </>
        }
      >
        {mail.hasCode ? (
          <CodeForm
            request={{ ...request, next: next ?? request.next }}
            onBack={back}
            onStep={askStep}
          />
        ) : (
          <LinkOnly message={mail.message} onBack={back} />
        )}
      </LoginLayout>
    )
  }
  return (
    <LoginLayout
      title={translate('login.title', { name })}
      subtitle={translate(isOnly ? 'login.onlySubtitle' : 'login.subtitle')}
    >
      {(linkProblem ?? barred) && (
        <Alert severity="error" sx={{ mb: 2.5 }}>
          {linkProblem ?? barred}
        </Alert>
      )}
      {refused && SsoFailure && <SsoFailure code={refused} />}
      <EmailForm
        defaults={named ? { ...request, tenantId: named } : request}
        next={next}
        onOnly={setOnly}
        onSent={(value, answer) => {
          rememberSent({ request: value, mail: answer })
          if (refused) leaveLink()
          setRequest(value)
          setMail(answer)
        }}
      />
    </LoginLayout>
  )
}
