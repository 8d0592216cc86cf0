import type { PasskeyOptions, SignedInByPasskey } from '@crossdock/client'
import type { ApiClient } from './api.js'
import { signWithPasskey } from './passkeys.js'
import { post } from './wire.js'

/** Sends a second factor to the endpoint that asks for it. */
export interface SecondFactorEndpoint<T> {
  byPasskey: () => Promise<T>
  byCode: (recoveryCode: string) => Promise<T>
}

/**
 * Completes the pending sign-in of this browser with a second factor.
 * @param next path to open after the sign-in
 */
export function secondFactorOfSignIn(next?: string): SecondFactorEndpoint<SignedInByPasskey> {
  const step = (factor: object): Promise<SignedInByPasskey> =>
    post('auth/second-factor/verify', { ...factor, ...(next && { next }) })
  return {
    async byPasskey() {
      const options = await post<PasskeyOptions>('auth/second-factor/options')
      return step({ passkey: await signWithPasskey(options) })
    },
    byCode: (recoveryCode) => step({ recoveryCode }),
  }
}

/** Confirms the identity of the person whose session this page has. */
export function secondFactorOfSession(
  api: Pick<ApiClient, 'action'>
): SecondFactorEndpoint<unknown> {
  const prove = (body: object) => api.action({ path: 'auth/proof/verify', body })
  return {
    async byPasskey() {
      const options = await api.action<PasskeyOptions>({ path: 'auth/proof/options' })
      return prove({ passkey: await signWithPasskey(options) })
    },
    byCode: (recoveryCode) => prove({ recoveryCode }),
  }
}
