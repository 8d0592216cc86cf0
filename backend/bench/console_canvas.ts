import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { call, freshDatabase } from '@crossdock/kernel/testing'
import { findBrowser } from '../bin/bootstrap/browser.mjs'
import { freePort, ServerProcess, signIn, until } from '../testing/index.js'
import { newPage } from './console.js'
import { median } from './load.js'
import type { Line } from './report.js'

const count = 200
const turns = 3
const moves = 150
const size = { width: 1440, height: 900 }
const organization = 'lumen-harbor'

// Runs in the page. Measures the time between frames, in milliseconds.
const meter = `
  window.benchFrames = []
  let last
  const frame = (now) => {
    if (last !== undefined) benchFrames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
`

/** How evenly the canvas of a workflow with 200 steps moves under the pointer, compared with an empty page. */
export async function benchCanvas(): Promise<Line[]> {
  const server = new ServerProcess(await freshDatabase(), await freePort(), { DEMO: 'true' })
  await server.start()
  await until('the demo tenant', () => existsSync(join(server.database.dataDir, 'demo.json')))
  const as = await signIn(server, `dispatch@${organization}.example`, organization)
  const made = await call<{ id: string }>(server.url, 'POST', '/api/integrations/workflows', {
    as,
    body: { name: 'Long way', triggerType: 'manual', triggerConfig: {}, steps: tree() },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { env, args, executablePath } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  const ours: number[][] = []
  const limit: number[][] = []
  try {
    for (let turn = 0; turn < turns; turn++) {
      const page = await newPage(browser, server.url, as, { viewport: size }, 1)
      await page.setContent('<div style="height: 900px; background: #eee"></div>')
      limit.push(await drag(page))
      await page.goto(`/integrations/workflows/${made.body.id}`)
      await page.getByRole('button', { name: 'Canvas' }).click()
      await page.getByRole('region', { name: 'Canvas of the workflow' }).waitFor()
      await page.evaluate('benchIdle()')
      ours.push(await drag(page))
      await page.context().close()
    }
  } finally {
    await browser.close()
    await server.stop()
    await server.database.remove()
  }
  const [mean, best] = [ours, limit].map((all) => median(all.map(meanOf)))
  const late = median(ours.map((all) => all.filter((ms) => ms > 34).length / all.length))
  const perSecond = 1_000 / mean!
  return [
    {
      what: `console: canvas of ${count} steps under the pointer: frames a second, frames over 34 ms`,
      ours: `${perSecond.toFixed(0)}/s, ${Math.round(late * 100)} %`,
      yardstick: `${(1_000 / best!).toFixed(0)}/s of an empty page`,
      ratio: (best! / mean!).toFixed(2),
      target: 'at least 0.95 of the empty page, which does 60/s',
      holds: best! / mean! >= 0.95,
    },
  ]
}

/** Conditions with steps in both branches. */
function tree() {
  const mark = (id: string) => ({
    id,
    type: 'metadata_update',
    config: { metadata: { status: 'seen' } },
  })
  return Array.from({ length: count / 4 }, (_, at) => ({
    id: `check${at}`,
    type: 'condition',
    order: at + 1,
    config: { value: 'file.name', operator: 'exists' },
    branches: {
      yes: [
        { ...mark(`a${at}`), order: 1 },
        { ...mark(`b${at}`), order: 2 },
      ],
      no: [{ ...mark(`c${at}`), order: 1 }],
    },
  }))
}

async function drag(page: Page): Promise<number[]> {
  await page.evaluate(meter)
  await page.mouse.move(760, 700)
  await page.mouse.down()
  for (let move = 0; move < moves; move++) {
    await page.mouse.move(760 + 60 * Math.sin(move / 10), 700 - move * 3)
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
  return page.evaluate<number[]>('benchFrames')
}

const meanOf = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
