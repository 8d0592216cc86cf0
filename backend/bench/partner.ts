import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Partner {
  port: number
  url: string
  close(): void
}

/** A called system in the load generator's process. It answers immediately. */
export async function startPartner(): Promise<Partner> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"received":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
