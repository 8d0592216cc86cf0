import type { Settings } from '@crossdock/kernel/settings'
import { readMark } from './mark.js'
import { startPartner, type Partner } from './partner.js'

/**
 * Starts the demo's partner on the port that the demo's system calls. A new demo uses the port after the server's, or a
 * free one.
 * @returns null when another program uses the port of an existing demo
 */
export async function partnerOf({ DATA_DIR, PORT }: Settings): Promise<Partner | null> {
  const port = (await readMark(DATA_DIR))?.partnerPort
  if (port === undefined) return startPartner(PORT + 1).catch(() => startPartner(0))
  const partner = port === PORT ? null : await startPartner(port).catch(() => null)
  if (partner) return partner
  console.warn(
    `The demo's customs broker listens on port ${port}, which is in use: calls to its system fail until the port is free and Crossdock is restarted.`
  )
  return null
}
