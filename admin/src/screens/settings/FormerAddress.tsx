import { Navigate, useLocation } from 'react-router-dom'

const sections: Record<string, string> = { '/branding': 'branding', '/single-sign-on': 'sso' }

/** Redirects the former address of a section to the settings. */
export default function FormerAddress() {
  const { pathname } = useLocation()
  return <Navigate to={`/settings?tab=${sections[pathname] ?? ''}`} replace />
}
