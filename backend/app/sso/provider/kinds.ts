import { refusedFields, text, type FieldError } from '@crossdock/kernel/http'

/** Providers whose issuer follows from less than its address, and every other. */
export const providerKinds = ['oidc', 'google', 'microsoft'] as const

export type ProviderKind = (typeof providerKinds)[number]

interface Place {
  provider: ProviderKind
  issuer: string | null | undefined
  tenantIdOAuth: string | null | undefined
}

/** The issuer a configuration means. @throws Problem 422 that says what is missing */
export function issuerOf({ provider, issuer, tenantIdOAuth }: Place): string {
  if (provider === 'google') return 'https://accounts.google.com'
  if (provider === 'microsoft') {
    if (tenantIdOAuth) return `https://login.microsoftonline.com/${tenantIdOAuth}/v2.0`
    throw refused(
      'tenantIdOAuth',
      text('Give the directory (tenant) ID of your organization at Microsoft.')
    )
  }
  if (issuer) return issuer
  throw refused('issuer', text('Give the issuer of the provider, as its documentation names it.'))
}

const refused = (field: string, sentence: FieldError['text']) =>
  refusedFields([{ field, rule: 'required', text: sentence }])

/** Hosts that can only be this very machine: what goes there is not seen on the way. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address of a provider may be asked in the clear. The egress guard decides whether it may be asked at all. */
export const isThisMachine = (address: string): boolean => loopback.test(new URL(address).hostname)
