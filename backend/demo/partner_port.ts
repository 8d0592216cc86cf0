import type { Settings } from '@crossdock/kernel/settings'
import { readMark } from './mark.js'
import { startPartner, type Partner } from './partner.js'

/**
 * Starts the demo's partner where it listened as the demo was made, so that its system finds it without being changed: else on
 * the port behind the server's, or on a free one when that is taken.
 * @returns null when somebody else has the port that the demo's system calls
 */
export async function partnerOf({ DATA_DIR, PORT }: Settings): Promise<Partner | null> {
  const port = (await readMark(DATA_DIR))?.partnerPort
  if (port === undefined) return startPartner(PORT + 1).catch(() => startPartner(0))
  const partner = port === PORT ? null : await startPartner(port).catch(() => null)
  if (partner) return partner
  console.warn(
    `The demo's customs broker listens on port ${port}, which is taken: calls of its system get no answer of it until the port is free and Crossdock is started again.`
  )
  return null
}
