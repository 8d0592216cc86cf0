import type { PasskeyOptions, SignedInByPasskey } from '@crossdock/client'
import type { ApiClient } from './api.js'
import { answerByPasskey } from './passkeys.js'
import { API, wire } from './wire.js'

/** How a second factor is brought to where it is asked for. */
export interface SecondFactorWay<T> {
  byPasskey: () => Promise<T>
  byCode: (recoveryCode: string) => Promise<T>
}

// Not by the API client: a 401 of these says nothing of the session of this page.
const send = async <T>(path: string, body?: object): Promise<T> =>
  (await wire(`${API}/${path}`, { method: 'POST', body: body && JSON.stringify(body) })).json as T

/** To the sign-in that waits in this browser. @param next path to open after it */
export function toSignIn(next?: string): SecondFactorWay<SignedInByPasskey> {
  const step = (brought: object): Promise<SignedInByPasskey> =>
    send('auth/second-factor/verify', { ...brought, ...(next && { next }) })
  return {
    async byPasskey() {
      const options = await send<PasskeyOptions>('auth/second-factor/options')
      return step({ passkey: await answerByPasskey(options) })
    },
    byCode: (recoveryCode) => step({ recoveryCode }),
  }
}

/** To the session of this page, whose person confirms that it is them. */
export function toSession(api: Pick<ApiClient, 'action'>): SecondFactorWay<unknown> {
  const prove = (body: object) => api.action({ path: 'auth/proof/verify', body })
  return {
    async byPasskey() {
      const options = await api.action<PasskeyOptions>({ path: 'auth/proof/options' })
      return prove({ passkey: await answerByPasskey(options) })
    },
    byCode: (recoveryCode) => prove({ recoveryCode }),
  }
}
