import { text, type Text } from '@crossdock/kernel/http'
import type { FailureCode } from './failures.js'

/** Why a provider could not be asked what it is like. */
export function discoveryRefusal(code: FailureCode, host: string): Text {
  switch (code) {
    case 'slow':
      return text('{host} did not answer in time. Try again, or check the issuer.', { host })
    case 'too_large':
      return text('{host} answers with far more than a provider has to say. Check the issuer.', {
        host,
      })
    case 'not_allowed':
      return text(
        '{host} leads to an address Crossdock may not call. The operator can open it with EGRESS_ALLOW.',
        { host }
      )
    case 'unreachable':
      return text('{host} could not be reached. Check the issuer.', { host })
    case 'client':
      return text(
        'The stored client secret cannot be opened with the present APP_KEY. Enter it again.'
      )
    case 'issuer':
      return text(
        '{host} calls itself by another issuer. Enter the issuer exactly as its configuration says it.',
        { host }
      )
    default:
      return text(
        '{host} does not answer as an OpenID Connect provider does. Check the issuer: its address followed by /.well-known/openid-configuration must show its configuration.',
        { host }
      )
  }
}
