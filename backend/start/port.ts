import { createServer } from 'node:net'

/**
 * Finds out before anything is migrated or claimed that somebody else has the port.
 * @throws the error of listen() (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
