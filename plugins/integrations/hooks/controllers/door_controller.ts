import { Answer, clientAddress, readBody, type Input } from '@crossdock/kernel/http'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, text } from '@crossdock/kernel/ground'
import { headOf } from '../door/arrived.js'
import { tooLarge } from '../door/content.js'
import { noAddress, receive } from '../door/receive.js'
import { answerTo } from '../door/answer.js'
import { reserveBytes } from '../door/under_way.js'
import { unknownPerClient } from '../limits.js'
import { placeOf } from '../queries/addresses.js'
import { methodsOf } from '../queries/methods.js'

/** Serves requests of other systems, which are identified only by the address that they call. */
export default class DoorController {
  async receive({ http, params: { token } }: Input<undefined, undefined, 'token'>) {
    const place = await placeOf(token)
    if (!place) return await this.unknownAddress({ http })
    const { request } = http.request
    if (request.method === 'OPTIONS' || request.method === 'HEAD') {
      return answerMethod(request.method, await methodsOf(place))
    }
    let release = () => {}
    const source = {
      read: (most: number) => {
        const given = request.headers['content-length']
        const length = given === undefined ? undefined : Number(given)
        if (length !== undefined && length > most) throw tooLarge(most)
        const isChunked = request.headers['transfer-encoding'] !== undefined
        release = reserveBytes(length ?? (isChunked ? most : 0))
        return readBody(request, most, () => tooLarge(most))
      },
      again: () => placeOf(token),
    }
    try {
      return await receive(place, headOf(http), source, (received) => {
        // The body is stored now. Release its memory, because a request may wait long for an answer.
        release()
        return answerTo(place, received, http.response.response)
      })
    } finally {
      release()
    }
  }

  /**
   * Refuses requests to unknown addresses.
   * @throws Problem 404, 429 if one client sends too many
   */
  async unknownAddress({ http }: Pick<Input, 'http'>): Promise<never> {
    await unknownPerClient.use(clientKey(clientAddress(http.request.request)))
    throw noAddress()
  }
}

/**
 * Answers OPTIONS and HEAD, which start nothing (RFC 9110, 9.3.2 and 9.3.7).
 * @throws Problem 405
 */
function answerMethod(method: 'OPTIONS' | 'HEAD', allowed: readonly string[]): Answer<unknown> {
  const headers = { allow: allowed.join(', ') }
  if (method === 'OPTIONS') return new Answer(204, undefined, headers)
  if (allowed.includes('HEAD')) return new Answer(200, null, headers)
  const sentence = text('This address takes {method}, not {given}.', {
    method: headers.allow,
    given: method,
  })
  throw new Problem(405, 'E_METHOD', sentence, { headers })
}
