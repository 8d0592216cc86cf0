import type { SignInProvider } from '@crossdock/client'
import { useSettled } from '@crossdock/admin/kit'
import { useAnswer } from '../use_answer.js'

/** Pause (ms) after typing before the server is asked. */
const PAUSE = 400

/** The providers of an organization; empty while the person types, and when the organization is unknown. */
export function useProviders(organization: string): readonly SignInProvider[] {
  const name = organization.trim()
  const known = useSettled(name, PAUSE)
  const isSettled = name !== '' && known === name
  const query = `?organization=${encodeURIComponent(known)}`
  return useAnswer<SignInProvider[]>(isSettled ? `auth/oidc${query}` : undefined) ?? none
}

const none: readonly SignInProvider[] = []
