import { text, type Text } from '@crossdock/kernel/ground'
import type { FailureCode } from './failures.js'

/** Why the discovery of a provider failed. */
export function discoveryRefusal(code: FailureCode, host: string): Text {
  switch (code) {
    case 'slow':
      return text('{host} did not answer in time. Try again, or check the issuer.', { host })
    case 'too_large':
      return text('The answer of {host} is too large for a provider. Check the issuer.', {
        host,
      })
    case 'not_allowed':
      return text(
        '{host} resolves to an address that Crossdock may not call. The operator can allow it with EGRESS_ALLOW.',
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
        '{host} names a different issuer. Enter the issuer exactly as in its configuration.',
        { host }
      )
    default:
      return text(
        '{host} does not answer like an OpenID Connect provider. Check the issuer: its address followed by /.well-known/openid-configuration must return its configuration.',
        { host }
      )
  }
}
