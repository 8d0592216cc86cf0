import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'

/**
 * Checks that the port is free, before anything is migrated or claimed. It binds the port without listening,
 * because otherwise the operating system would accept clients and then drop them.
 * @throws the error of bind() (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const { address } = await lookup(host)
  // Only a connecting socket can be bound without listening; its target does not matter.
  const probe = connect({ host: address, port, localAddress: address, localPort: port })
  await new Promise<void>((resolve, reject) => {
    probe.once('connect', resolve)
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.syscall === 'bind' ? reject(error) : resolve()
    )
  }).finally(() => probe.resetAndDestroy())
}
