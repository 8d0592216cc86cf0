/**
 * Takes pictures of every screen and main dialog of the demo tenant, in light, dark and at phone width: node
 * --conditions=crossdock-source --import=@poppinss/ts-exec backend/tests/journeys/screenshots.ts <folder>
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { demoPeople, receiveArrivals } from './support/demo.js'
import { setTheme, settled } from './support/page_checks.js'
import { screens } from './support/screens.js'
import { Stage } from './support/stage.js'

const looks = [
  { look: 'light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { look: 'dark', theme: 'dark', viewport: { width: 1440, height: 900 } },
  { look: 'phone', theme: 'light', viewport: { width: 390, height: 844 } },
] as const

const folder = process.argv[2]
if (!folder) {
  console.error('Name a folder for the pictures.')
  process.exit(1)
}
await mkdir(folder, { recursive: true })

const stage = new Stage({ DEMO: 'true' })
await stage.open()
try {
  const people = await demoPeople(stage.server)
  await receiveArrivals(stage.server, people.dispatch!)
  for (const { name, who, open } of screens) {
    const { page } = await stage.visit({ as: people[who] })
    await page.setViewportSize(looks[0].viewport)
    await open(page)
    await page.mouse.move(0, 0)
    for (const { look, theme, viewport } of looks) {
      await page.setViewportSize(viewport)
      await setTheme(page, theme)
      await settled(page)
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
    }
    await page.context().close()
  }
  console.log(`${screens.length * looks.length} pictures are in ${resolve(folder)}.`)
} finally {
  await stage.close()
}
