import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../settings/index.js'

/**
 * The console loads only its own files. Its component library injects inline styles. A nonce would have to
 * change in every answer, but the console's page is a static, precompressed file. Inline scripts, the real
 * danger, are refused.
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

/** Browser features that the console never uses. */
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

/** Security headers of every answer (OWASP secure headers). */
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
    // Cacheable answers (content, console files) set this header themselves.
    if (request.url().startsWith('/api/')) response.header('cache-control', 'no-store')
    return next()
  }
}
