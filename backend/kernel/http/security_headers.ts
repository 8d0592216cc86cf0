import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../settings/index.js'

/** The console loads only its own files; styles are inline because its component library injects them. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers every answer carries (OWASP secure headers). */
export default class SecurityHeaders {
  readonly #secure = settings.use().APP_URL.startsWith('https:')

  handle({ response }: HttpContext, next: () => Promise<void>): Promise<void> {
    response.header('content-security-policy', contentSecurityPolicy)
    response.header('x-content-type-options', 'nosniff')
    response.header('x-frame-options', 'DENY')
    response.header('referrer-policy', 'same-origin')
    response.header('cross-origin-opener-policy', 'same-origin')
    if (this.#secure) response.header('strict-transport-security', 'max-age=31536000')
    return next()
  }
}
