import type { SignInProvider } from '@crossdock/client'
import { useEffect, useState } from 'react'
import { useAnswer } from '../use_answer.js'

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
  const isSettled = name !== '' && known === name
  const query = `?organization=${encodeURIComponent(known)}`
  return useAnswer<SignInProvider[]>(isSettled ? `auth/oidc${query}` : undefined) ?? none
}

const none: readonly SignInProvider[] = []
