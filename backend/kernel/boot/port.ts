import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'

/**
 * Finds out before anything is migrated or claimed that another program has the port. It binds the port and does not listen:
 * else the operating system would accept clients at that moment, and then cut them off.
 * @throws the error of bind() (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const { address } = await lookup(host)
  // Only a socket that connects is bound without listening; where it connects to makes no difference.
  const probe = connect({ host: address, port, localAddress: address, localPort: port })
  await new Promise<void>((resolve, reject) => {
    probe.once('connect', resolve)
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.syscall === 'bind' ? reject(error) : resolve()
    )
  }).finally(() => probe.resetAndDestroy())
}
