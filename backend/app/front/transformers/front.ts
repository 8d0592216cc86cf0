import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { DemoRequest } from '../models/demo_request.js'
import type { PublicPages } from '../models/public_pages.js'
import { demoRequestAnswer } from '../validators/front.js'

export const showDemoRequest = (request: Row<DemoRequest>) => answerOf(demoRequestAnswer, request)

/** The path of a logo. */
export const logoPath = (hash: string): string => `/api/public-pages/logo/${hash}`

export function showPublicPages(row: PublicPages | null) {
  const { productName = null, primaryColor = null, logoHash = null, updatedAt = null } = row ?? {}
  const figures = row?.figures ?? {}
  return {
    productName,
    primaryColor,
    logo: logoHash && logoPath(logoHash),
    trialDays: figures.trialDays ?? null,
    uptimePercent: figures.uptimePercent ?? null,
    monthlyTransferTb: figures.monthlyTransferTb ?? null,
    integrations: figures.integrations ?? null,
    organizations: figures.organizations ?? null,
    encryptionBits: figures.encryptionBits ?? null,
    pricingCallMinutes: figures.pricingCallMinutes ?? null,
    updatedAt,
  }
}
