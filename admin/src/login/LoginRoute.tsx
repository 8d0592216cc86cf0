import { useApiState, useSession } from '@crossdock/admin/kit'
import { useAuthProvider } from 'ra-core'
import { useMemo } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { LoginHostProvider, type LoginHost } from './login_host.js'
import { LoginScreen } from './LoginScreen.js'
import { ownPath } from './own_path.js'
import type { LoginAnswer } from '../data/sign_in.js'

/** /login within the console, for people who sign out, and for links that are opened while signed in. */
export default function LoginRoute() {
  const { data: session = null, isPending } = useSession()
  const barred = useApiState((state) => state.barred)
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const auth = useAuthProvider()
  const host = useMemo<LoginHost>(
    () => ({
      session,
      barred,
      params,
      setParams: (next) => setParams(next, { replace: true }),
      signIn: async (credentials) => (await auth?.login(credentials)) as LoginAnswer,
      open: (path) => navigate(path, { replace: true }),
    }),
    [session, barred, params, setParams, auth, navigate]
  )
  if (isPending) return null
  if (session && !params.get('token')) {
    return <Navigate to={ownPath(params.get('next')) ?? '/dashboard'} replace />
  }
  return (
    <LoginHostProvider value={host}>
      <LoginScreen />
    </LoginHostProvider>
  )
}
