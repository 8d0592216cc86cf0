import type { SignInProvider } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useEffect, useState } from 'react'

/** Pause (ms) after typing before the server is asked. */
const RESTS_MS = 400

/** The providers of an organization; empty while the person types, and when the organization is unknown. */
export function useProviders(organization: string): readonly SignInProvider[] {
  const name = organization.trim()
  const [known, setKnown] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setKnown(name), RESTS_MS)
    return () => clearTimeout(timer)
  }, [name])
  const found = useRead<SignInProvider[]>('auth/oidc', {
    query: { organization: known },
    enabled: known !== '' && known === name,
  })
  return (known === name && name !== '' && found.data) || none
}

const none: readonly SignInProvider[] = []
