import type { Passkey, PasskeyOptions } from '@crossdock/client'
import { ApiError, type Api } from '@crossdock/admin/kit'
import { isGivenUp, isThere, makePasskey } from './passkeys.js'

/** Has the browser make a passkey, and keeps it. @param text sentences of what the browser may say */
export async function addPasskey(
  api: Api,
  name: string,
  text: (key: 'givenUp' | 'there') => string
): Promise<void> {
  const options = await api.action<PasskeyOptions>({ path: 'passkeys/options' })
  const passkey = await makePasskey(options).catch((error: unknown) => {
    if (isGivenUp(error)) throw new ApiError(text('givenUp'), 0)
    throw isThere(error) ? new ApiError(text('there'), 0) : error
  })
  await api.action<Passkey>({ path: 'passkeys', body: { name, passkey } })
}
