import { refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import type { ProviderKind } from '../models/oauth_config.js'

interface Place {
  provider: ProviderKind
  issuer: string | null | undefined
  tenantIdOAuth: string | null | undefined
}

/** The issuer of a configuration. @throws Problem 422 that names the missing field */
export function issuerOf({ provider, issuer, tenantIdOAuth }: Place): string {
  if (provider === 'google') return 'https://accounts.google.com'
  if (provider === 'microsoft') {
    if (tenantIdOAuth) return `https://login.microsoftonline.com/${tenantIdOAuth}/v2.0`
    throw refused(
      'tenantIdOAuth',
      text('Enter the directory (tenant) ID of your organization at Microsoft.')
    )
  }
  if (issuer) return issuer
  throw refused('issuer', text('Enter the issuer of the provider, as its documentation names it.'))
}

const refused = (field: string, sentence: FieldError['text']) =>
  refusedFields([{ field, rule: 'required', text: sentence }])

/** Hosts that are always this machine, so traffic to them cannot be observed. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address may be used without TLS. The egress guard decides whether it may be used at all. */
export const isThisMachine = (address: string): boolean => loopback.test(new URL(address).hostname)
