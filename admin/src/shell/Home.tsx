import { useSession } from '@crossdock/admin/kit'
import { Navigate } from 'react-router-dom'

/** The root address: the dashboard for signed-in people, otherwise the sign-in page. */
export function Home() {
  const session = useSession()
  return <Navigate to={session.data ? '/dashboard' : '/login'} replace />
}
