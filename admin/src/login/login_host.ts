import type { Session } from '@crossdock/admin/kit'
import { createContext, useContext } from 'react'
import type { Credentials, LoginAnswer } from '../data/sign_in.js'

/** What the sign-in screens need from the page around them: the console, or the small page of visitors. */
export interface LoginHost {
  /** The session of this browser; null for a visitor. */
  session: Session | null
  /** Why the person of this browser may not sign in. */
  barred?: string | null
  /** The query of the address. */
  params: URLSearchParams
  /** Replaces the query of the address. */
  setParams: (params: Record<string, string>) => void
  /** Sends credentials. After a sign-in, resolves with the new session. */
  signIn: (credentials: Credentials) => Promise<LoginAnswer>
  /** Opens a page of the console. */
  open: (path: string) => void
}

const LoginHostContext = createContext<LoginHost | undefined>(undefined)

export const LoginHostProvider = LoginHostContext.Provider

/** The page around the sign-in screens. */
export function useLoginHost(): LoginHost {
  const host = useContext(LoginHostContext)
  if (!host) throw new Error('The sign-in screens need a LoginHostProvider around them.')
  return host
}
