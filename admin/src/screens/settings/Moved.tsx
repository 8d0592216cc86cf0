import { Navigate, useLocation } from 'react-router-dom'

const sections: Record<string, string> = { '/branding': 'branding', '/single-sign-on': 'sso' }

/** Leads from where a section stood as a screen of its own to where it is. */
export default function Moved() {
  const { pathname } = useLocation()
  return <Navigate to={`/settings?tab=${sections[pathname] ?? ''}`} replace />
}
