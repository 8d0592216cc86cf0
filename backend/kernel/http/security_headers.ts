import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../settings/index.js'

/**
 * The console loads only its own files. Styles are inline because its component library injects
 * them; a nonce would have to be new in every answer, and the console's page is a file that is
 * served as it lies there, compressed beforehand. Inline scripts, the danger, are refused.
 */
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

/** What the console never asks a browser for. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers every answer carries (OWASP secure headers). */
export default class SecurityHeaders {
  readonly #secure = settings.use().APP_URL.startsWith('https:')

  handle({ request, response }: HttpContext, next: () => Promise<void>): Promise<void> {
    response.header('content-security-policy', contentSecurityPolicy)
    response.header('permissions-policy', permissionsPolicy)
    response.header('x-content-type-options', 'nosniff')
    response.header('x-frame-options', 'DENY')
    response.header('referrer-policy', 'same-origin')
    response.header('cross-origin-opener-policy', 'same-origin')
    if (this.#secure) {
      response.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    // What may be kept says so itself: content, and the console's files.
    if (request.url().startsWith('/api/')) response.header('cache-control', 'no-store')
    return next()
  }
}
