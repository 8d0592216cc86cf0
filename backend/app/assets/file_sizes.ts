import type { Stage } from '@crossdock/kernel/http'
import { withLimitName } from './storage_quota.js'

/** Adds the exceeded limit to the error of a file that is too large, wherever it was read. */
export const fileSizes: Stage = {
  at: 'act',
  async around(_call, next) {
    try {
      await next()
    } catch (error) {
      throw await withLimitName(error)
    }
  },
}
