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

/** What may be promised in numbers; the server says which values it takes. */
export const figures: readonly { name: Named; step?: number }[] = [
  { name: 'trialDays' },
  { name: 'uptimePercent', step: 0.001 },
  { name: 'monthlyTransferTb' },
  { name: 'integrations' },
  { name: 'organizations' },
  { name: 'encryptionBits' },
  { name: 'pricingCallMinutes' },
]
