import type { Stage } from '@crossdock/kernel/http'
import { namingLimit } from './room.js'

/** Names the limit by which a file was too large, wherever in the reading of it that came out. */
export const fileSizes: Stage = {
  at: 'act',
  async around(_call, next) {
    try {
      await next()
    } catch (error) {
      throw await namingLimit(error)
    }
  },
}
