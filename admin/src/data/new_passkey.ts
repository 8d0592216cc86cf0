import type { Passkey, PasskeyOptions } from '@crossdock/client'
import { ApiError, type Api } from '@crossdock/admin/kit'
import { isPromptClosed, isAlreadyRegistered, makePasskey } from './passkeys.js'

/**
 * Asks the browser for a new passkey and stores it.
 * @param text returns the message for an answer of the browser
 */
export async function addPasskey(
  api: Api,
  name: string,
  text: (key: 'givenUp' | 'there') => string
): Promise<void> {
  const options = await api.action<PasskeyOptions>({ path: 'passkeys/options' })
  const passkey = await makePasskey(options).catch((error: unknown) => {
    if (isPromptClosed(error)) throw new ApiError(text('givenUp'), 0)
    throw isAlreadyRegistered(error) ? new ApiError(text('there'), 0) : error
  })
  await api.action<Passkey>({ path: 'passkeys', body: { name, passkey } })
}
