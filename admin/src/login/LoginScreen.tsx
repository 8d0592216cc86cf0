import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { CodeForm } from './CodeForm.js'
import { EmailForm, type LoginRequest } from './EmailForm.js'
import { LoginLayout } from './LoginLayout.js'
import { useVerify } from './use_verify.js'

/** /login: ask for a magic link, enter its code, or arrive with the link's token. */
export default function LoginScreen() {
  const session = useSession()
  const translate = useTranslate()
  const [request, setRequest] = useState<LoginRequest>({ email: '' })
  const [sent, setSent] = useState(false)
  const link = useLinkToken(!session.isPending)

  if (session.isPending) return null
  if (link.busy) {
    return (
      <LoginLayout title={translate('login.link.title')} subtitle={translate('login.link.text')}>
        <Skeleton role="status" aria-label={translate('login.link.title')} height={36} />
      </LoginLayout>
    )
  }
  if (session.data) return <Navigate to="/dashboard" replace />

  if (sent) {
    return (
      <LoginLayout
        title={translate('login.code.title')}
        subtitle={
          <>
            {translate('login.code.subtitle')} <strong>{request.email}</strong>
          </>
        }
      >
        <CodeForm request={request} onBack={() => setSent(false)} />
      </LoginLayout>
    )
  }
  return (
    <LoginLayout title={translate('login.title')} subtitle={translate('login.subtitle')}>
      {link.error && (
        <Alert severity="error" sx={{ mb: 2.5 }}>
          {link.error}
        </Alert>
      )}
      <EmailForm
        defaults={request}
        onSent={(value) => {
          setRequest(value)
          setSent(true)
        }}
      />
    </LoginLayout>
  )
}

/** The address's `?token=`: signs in with it once, as soon as the session check has set the CSRF cookie. */
function useLinkToken(ready: boolean) {
  const [params, setParams] = useSearchParams()
  const token = params.get('token')
  const { mutate, error, isError } = useVerify()
  const tried = useRef(false)
  useEffect(() => {
    if (!token || !ready || tried.current) return
    tried.current = true
    // A spent token does not belong in the address any longer, whatever the outcome.
    mutate({ token }, { onError: () => setParams({}, { replace: true }) })
  }, [token, ready, mutate, setParams])
  return { busy: token !== null && !isError, error: error?.message }
}
