import {
  Answer,
  clientAddress,
  clientKey,
  Problem,
  readBody,
  text,
  type Input,
} from '@crossdock/kernel/http'
import { headOf } from '../door/arrived.js'
import { tooLarge } from '../door/content.js'
import { noAddress, receive } from '../door/receive.js'
import { answerTo } from '../door/answer.js'
import { holdBytes } from '../door/under_way.js'
import { unknownPerClient } from '../limits.js'
import { placeOf } from '../queries/addresses.js'
import { methodsOf } from '../queries/methods.js'

/** Other systems, which are known by the address they call alone. */
export default class DoorController {
  async receive({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    const place = await placeOf(token)
    if (!place) return await this.nowhere({ http })
    const { request } = http.request
    if (request.method === 'OPTIONS' || request.method === 'HEAD') {
      return asked(request.method, await methodsOf(place))
    }
    let release = () => {}
    const way = {
      read: (most: number) => {
        const given = request.headers['content-length']
        const length = given === undefined ? undefined : Number(given)
        if (length !== undefined && length > most) throw tooLarge(most)
        const isPacked = request.headers['transfer-encoding'] !== undefined
        release = holdBytes(length ?? (isPacked ? most : 0))
        return readBody(request, most, () => tooLarge(most))
      },
      again: () => placeOf(token),
    }
    try {
      return await receive(place, headOf(http), way, (received) => {
        // The body is stored: whoever waits for an answer keeps none.
        release()
        return answerTo(place, received, http.response.response)
      })
    } finally {
      release()
    }
  }

  /** @throws Problem 404, 429 when one client asks for many */
  async nowhere({ http }: Pick<Input, 'http'>): Promise<never> {
    await unknownPerClient.use(clientKey(clientAddress(http.request.request)))
    throw noAddress()
  }
}

/** Requests that only ask, and start nothing (RFC 9110, 9.3.2 and 9.3.7). @throws Problem 405 */
function asked(method: 'OPTIONS' | 'HEAD', allowed: readonly string[]): Answer<unknown> {
  const headers = { allow: allowed.join(', ') }
  if (method === 'OPTIONS') return new Answer(204, undefined, headers)
  if (allowed.includes('HEAD')) return new Answer(200, null, headers)
  const sentence = text('This address takes {method}, not {given}.', {
    method: headers.allow,
    given: method,
  })
  throw new Problem(405, 'E_METHOD', sentence, { headers })
}
