import { useSession } from '@crossdock/admin/kit'
import { Navigate } from 'react-router-dom'

/** The bare address: the dashboard for people who are signed in, otherwise the sign-in page. */
export function Home() {
  const session = useSession()
  return <Navigate to={session.data ? '/dashboard' : '/login'} replace />
}
