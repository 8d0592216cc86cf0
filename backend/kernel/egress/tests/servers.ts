import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import type { TestContext } from '@japa/runner/core'

export interface RunningServer {
  port: number
  url: string
  /** Connections accepted so far. */
  connections: number
}

/** Starts a real HTTP server on loopback that ends with the test. */
export function httpServer(t: TestContext, listener: RequestListener): Promise<RunningServer> {
  return listen(t, createServer(listener))
}

/** Sends one byte after another, each once the previous one is taken, until the connection closes. */
export function drip(response: ServerResponse): void {
  if (!response.destroyed) response.write('.', () => setImmediate(drip, response))
}

/** Starts a raw TCP server, for answers that no HTTP library would send. */
export function tcpServer(t: TestContext, onSocket: (socket: Socket) => void) {
  return listen(t, createTcpServer(onSocket))
}

/** Starts a server on loopback that ends with the test. */
export async function listen(t: TestContext, server: Server): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  const running: RunningServer = { port: 0, url: '', connections: 0 }
  server.on('connection', (socket: Socket) => {
    running.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.port = (server.address() as AddressInfo).port
  running.url = `http://127.0.0.1:${running.port}`
  t.cleanup(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return running
}
