import { colorsOf } from '@crossdock/backend/branding'
import type { Brand } from '@crossdock/backend/tenants'
import { Cache } from '@crossdock/kernel/cache'
import { clock } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { frontChanged } from '../event_types.js'
import { PublicPages, type Figures } from '../models/public_pages.js'
import { logoPath } from '../transformers/front.js'

/** Id of the only row. */
export const rowId = 'public-pages'

export const reason = 'the public pages are the operator’s'

/** The operator's brand and figures. */
export interface Site {
  brand: Brand
  figures: Partial<Figures>
}

export const findPublicPages = (): Promise<PublicPages | null> =>
  asOperator(reason, () => PublicPages.find(rowId))

const known = new Cache<Site>({
  size: 1,
  until: () => clock.now() + 10 * 60_000,
  async load() {
    const row = await findPublicPages()
    return { brand: brandOf(row), figures: row?.figures ?? {} }
  },
  drop: ({ eventType }) => (eventType === frontChanged.name ? () => true : undefined),
})

/** The site from memory, which events keep up to date. */
export const currentSite = (): Promise<Site> => known.get(rowId)

function brandOf(row: PublicPages | null): Brand {
  const { productName = null, primaryColor = null, logoHash = null } = row ?? {}
  return {
    productName,
    logo: logoHash && logoPath(logoHash),
    colors: colorsOf({ primaryColor, accentColor: null }),
  }
}

/** The logo, if it has this hash. */
export async function findLogo(hash: string): Promise<Buffer | null> {
  const row = await findPublicPages()
  return row?.logo && row.logoHash === hash ? Buffer.from(row.logo, 'base64') : null
}
