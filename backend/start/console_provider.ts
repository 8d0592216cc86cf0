import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'
import sirv from 'sirv'
import type { ApplicationService } from '@adonisjs/core/types'

const year = 365 * 24 * 60 * 60

/** Serves the built console: hashed files for a year, every other address its page. */
export default class ConsoleProvider {
  constructor(protected app: ApplicationService) {}

  async boot(): Promise<void> {
    const folder = consoleFolder()
    if (!folder) return
    const serve = sirv(folder, {
      single: true,
      gzip: true,
      brotli: true,
      etag: true,
      setHeaders(response, path) {
        const hashed = path.startsWith('/static/')
        response.setHeader(
          'cache-control',
          hashed ? `public, max-age=${year}, immutable` : 'no-cache'
        )
      },
    })
    const router = await this.app.container.make('router')
    router.route('*', ['GET', 'HEAD'], ({ request, response }) => {
      response.relayHeaders()
      return new Promise<void>((resolve) => {
        response.response.once('close', resolve)
        serve(request.request, response.response, () => {
          response.response.statusCode = 404
          response.response.end('There is no such file.')
        })
      })
    })
  }
}

/** admin/dist of the repository, seen from the sources or from the build. */
function consoleFolder(): string | undefined {
  return ['../../admin/dist/', '../../../admin/dist/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}
