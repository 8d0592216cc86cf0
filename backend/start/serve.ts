import type { Ignitor } from '@adonisjs/core'
import { createHttpServer, type Bounds } from '@crossdock/kernel/http'
import { settings } from '@crossdock/kernel/settings'

/** Boots the application and serves it at the configured address. */
export async function serve(ignitor: Ignitor, bounds?: Partial<Bounds>): Promise<void> {
  await ignitor.httpServer().start((handle) => {
    const { HOST, PORT } = settings.use()
    const server = createHttpServer(handle, bounds)
    const listen = server.listen.bind(server)
    // AdonisJS reads both from the environment, which all applications of a process share.
    server.listen = () => listen(PORT, HOST)
    return server
  })
}
