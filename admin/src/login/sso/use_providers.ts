import type { SignInProvider } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { useEffect, useState } from 'react'

/** Who types is not asked for at each letter. */
const RESTS_MS = 400

/** By what the people of an organization may sign in; nothing while it is typed, and when nobody knows. */
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
