import type { Share, SharingRule } from '@crossdock/client'

const hour = 3_600_000
const day = 24 * hour
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

export const rule: SharingRule = {
  enabled: true,
  defaultDays: 30,
  maxDays: 365,
  passwordRequired: false,
  shownOnce: false,
}

export const share = (name: string, rest: Partial<Share> = {}): Share => ({
  id: `shr_${name}`,
  assetId: 'plan',
  assetName: 'quay-plan.png',
  kind: 'download',
  name,
  hasPassword: false,
  message: null,
  recipients: [],
  expiresAt: at(20 * day + hour),
  maxDownloads: null,
  downloads: 0,
  uploads: 0,
  lastUsedAt: null,
  createdBy: 'usr_1',
  creator: 'Mara Lindqvist',
  createdAt: at(-10 * day),
  revokedAt: null,
  status: 'active',
  canCopy: true,
  ...rest,
})

export const shares: Share[] = [
  share('Plan for the harbour', {
    hasPassword: true,
    maxDownloads: 10,
    downloads: 3,
    lastUsedAt: at(-2.2 * hour),
  }),
  share('Scans of week 46', {
    kind: 'upload',
    assetId: 'fol_inv',
    assetName: 'Invoices',
    uploads: 14,
  }),
  share('Rates 2025', { status: 'expired', expiresAt: at(-3 * day) }),
  share('Manifest', { status: 'used_up', maxDownloads: 1, downloads: 1, assetName: null }),
  share('Lost laptop', { status: 'revoked', revokedAt: at(-day) }),
]
