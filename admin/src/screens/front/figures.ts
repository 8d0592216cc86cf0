import type { PublicPages } from '@crossdock/client'

type Named = Extract<
  keyof PublicPages,
  | 'trialDays'
  | 'uptimePercent'
  | 'monthlyTransferTb'
  | 'integrations'
  | 'organizations'
  | 'encryptionBits'
  | 'pricingCallMinutes'
>

/** The figures that the public pages may show. The server defines the allowed values. */
export const figures: readonly { name: Named; step?: number }[] = [
  { name: 'trialDays' },
  { name: 'uptimePercent', step: 0.001 },
  { name: 'monthlyTransferTb' },
  { name: 'integrations' },
  { name: 'organizations' },
  { name: 'encryptionBits' },
  { name: 'pricingCallMinutes' },
]
