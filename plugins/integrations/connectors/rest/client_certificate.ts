import { createSecureContext } from 'node:tls'
import { contextOptions, type EgressTls } from '@crossdock/kernel/egress'
import { CallRefused } from '../../placeholders/call_refused.js'
import type { Call } from '../../contracts/index.js'
import { opensQuickly } from './key_cost.js'
import { pemOf } from './pem.js'

/**
 * Returns the client certificate of a connection with its trusted issuers; undefined for other authentication
 * types.
 * @throws CallRefused for an invalid certificate or key, and if they do not belong together
 */
export function certificateOf({ system }: Call): EgressTls | undefined {
  if (system.authType !== 'client_certificate') return undefined
  const { certificate, privateKey, passphrase, authorities } = system.auth
  if (!certificate || !privateKey) {
    throw new CallRefused(
      `${system.name} has no ${certificate ? 'private key' : 'client certificate'}. Enter it in the authentication of the system.`
    )
  }
  const tls = {
    certificate: pemOf(certificate)!,
    privateKey: pemOf(privateKey)!,
    ...(passphrase ? { passphrase } : {}),
    ...(authorities ? { authorities: pemOf(authorities)! } : {}),
  }
  const refuse = (reason: string) => {
    throw new CallRefused(
      `The client certificate of ${system.name} cannot be used: ${reason}. Enter it again.`
    )
  }
  if (!opensQuickly(tls.privateKey)) {
    refuse(
      'the private key is not valid PEM, or takes too many rounds to decrypt. Encrypt it with at most 10,000'
    )
  }
  try {
    createSecureContext(contextOptions(tls))
  } catch (error) {
    const code = (error as { code?: unknown }).code
    refuse(reasons[String(code)] ?? 'certificate, key or passphrase is not valid PEM')
  }
  return tls
}

const reasons: Record<string, string> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'the private key is not that of the certificate',
  ERR_OSSL_BAD_DECRYPT: 'the passphrase is wrong',
  ERR_OSSL_EVP_BAD_DECRYPT: 'the passphrase is wrong',
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: 'the private key needs its passphrase',
  ERR_OSSL_PEM_BAD_PASSWORD_READ: 'the private key needs its passphrase',
}
