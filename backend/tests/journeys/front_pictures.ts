/**
 * Draws the picture of the product for the landing page, light and dark, from the demo data in a real browser:
 * node --conditions=crossdock-source --import=@poppinss/ts-exec backend/tests/journeys/front_pictures.ts
 * [folder]. Writes WebP files into admin/public/static, and their names into
 * backend/app/front/pages/pictures.ts.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Caller, ServerProcess } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { demoPeople, receiveArrivals } from './support/demo.js'
import { setTheme, settled } from './support/page_checks.js'
import { post } from './support/people.js'
import { Stage } from './support/stage.js'
import { sees } from './support/visit.js'

/** The builder's preferred width. The page shows the picture at 1184 pixels. */
const viewport = { width: 1440, height: 800 }
const shown = { width: 2072, height: 1151 }
const quality = 0.82

interface Named {
  id: string
  name: string
}

/** A workflow that shows the kinds of steps, with the demo's partner and files. */
async function makeWorkflow(server: ServerProcess, as: Caller): Promise<string> {
  const get = async <T>(path: string) => (await call<T>(server.url, 'GET', path, { as })).body
  const [system] = await get<Named[]>('/api/integrations/systems')
  const [endpoint] = await get<Named[]>(`/api/integrations/systems/${system!.id}/endpoints`)
  const made = await post(server, as, '/api/integrations/workflows', {
    name: 'Arrivals to customs',
    description: 'Large arrivals wait for the gate; all are announced and marked.',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'], folderPaths: ['/Arrivals'] },
    isActive: false,
    steps: [
      {
        id: 'read',
        name: 'Read the paper',
        type: 'transform',
        config: { expression: '{ "reference": file.name, "bytes": file.size }' },
      },
      {
        id: 'large',
        name: 'A large arrival?',
        type: 'condition',
        config: { value: 'file.size', operator: 'greater', other: '2000' },
        branches: {
          yes: [
            {
              id: 'ask',
              name: 'Customs approval',
              type: 'approval',
              config: { question: 'May {file.name} be announced?', roles: ['editor'] },
            },
          ],
        },
      },
      {
        id: 'announce',
        name: 'Announce the arrival',
        type: 'api_call',
        systemId: system!.id,
        endpointId: endpoint!.id,
        config: {},
      },
      {
        id: 'mark',
        name: 'Mark the file',
        type: 'metadata_update',
        config: { metadata: { declared: true } },
      },
      {
        id: 'notify',
        name: 'Notify the dispatch desk',
        type: 'notification',
        config: {
          channels: ['console'],
          roles: ['editor'],
          subject: '{file.name} is announced',
          text: 'The broker has it.',
        },
      },
    ].map((step, at) => ({ ...step, order: at + 1 })),
  })
  return made.id
}

/** Opens the step that calls the partner, next to a file. */
async function openStep(page: Page, workflow: string): Promise<void> {
  await page.goto(`/integrations/workflows/${workflow}`)
  await sees(page.getByRole('heading', { level: 1, name: 'Arrivals to customs' }))
  await page.getByRole('button', { name: /Announce the arrival/ }).click()
  await sees(page.getByRole('region', { name: 'Step', exact: true }).getByText('Endpoint'))
  await sees(page.getByText(/^Would have fired/))
  await sees(page.getByText('waybill-lh-2046.txt'))
}

const encode = async (page: Page, png: Buffer): Promise<Buffer> => {
  const size = { ...shown, quality }
  const url = await page.evaluate(
    async ({ data, width, height, quality }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes]), {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality: 'high' as const,
      })
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      canvas.getContext('2d')!.drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    { data: png.toString('base64'), ...size }
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

const folder = process.argv[2] ?? 'admin/public/static'
await mkdir(folder, { recursive: true })
const stage = new Stage({ DEMO: 'true' })
await stage.open()
try {
  const people = await demoPeople(stage.server)
  const as = people.dispatch!
  await receiveArrivals(stage.server, as)
  const workflow = await makeWorkflow(stage.server, as)
  const { page } = await stage.visit({ as, viewport })
  await openStep(page, workflow)
  await page.mouse.move(0, 0)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: 2,
    mobile: false,
  })
  for (const name of await readdir(folder)) {
    if (/^product-(light|dark)-.*\.webp$/.test(name)) await rm(join(folder, name))
  }
  const names: Record<string, string> = {}
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await settled(page)
    const { page: blank } = await stage.visit()
    const bytes = await encode(blank, await page.screenshot())
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
    names[theme] = `product-${theme}-${hash}.webp`
    await writeFile(join(folder, names[theme]), bytes)
    console.log(`${names[theme]}: ${bytes.length} bytes`)
  }
  await writeFile(
    'backend/app/front/pages/pictures.ts',
    `/** Written by backend/tests/journeys/front_pictures.ts; the files are in admin/public/static. */
export const pictures = {
  light: '/static/${names.light}',
  dark: '/static/${names.dark}',
  width: ${shown.width},
  height: ${shown.height},
}
`
  )
} finally {
  await stage.close()
}
