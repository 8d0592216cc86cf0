import { clientKey, Limit } from '@crossdock/kernel/limits'
import { invalid, text } from '@crossdock/kernel/ground'
import { originOf, type Input } from '@crossdock/kernel/http'
import { newBearer } from '../bearer.js'
import { bearerSeconds } from '../contracts/index.js'
import { identifyToken } from '../token_guard.js'
import type { bearerBody } from '../validators/bearer.js'

/** Tokens cannot be guessed; this only limits the load on the server. */
const exchanges = new Limit({ name: 'tokens.bearer', points: 60, seconds: 60 })

export default class BearersController {
  async store({ http, body }: Input<typeof bearerBody>) {
    await exchanges.use(clientKey(originOf(http.request.request)))
    const given = body?.token
    const header = given === undefined ? http.request.header('authorization') : `Bearer ${given}`
    if (header === undefined) {
      const sentence = text('Send the API token as "token", or as Authorization: Bearer.')
      throw invalid('token', sentence, 'required')
    }
    const identity = await identifyToken(header, http.request.request)
    http.response.header('cache-control', 'no-store')
    return {
      accessToken: newBearer(identity.credential.id),
      tokenType: 'Bearer' as const,
      expiresIn: bearerSeconds,
    }
  }
}
