import type { Page } from 'playwright-core'
import { call, type Caller } from '@crossdock/kernel/testing'
import type { Open } from './console_line.js'
import { median } from './load.js'
import type { Line } from './report.js'

const rows = 10_000
const turns = 3
/** Turns of the wheel, one per frame. */
const steps = 150

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
const stripes = 'repeating-linear-gradient(#fff 0 53px, #eee 53px 54px)'

/** How evenly a list of 10,000 rows scrolls with the wheel, compared with an empty page. */
export async function benchScroll(open: Open, url: string, as: Caller): Promise<Line> {
  const folder = await fill(url, as)
  const ours: number[][] = []
  const limit: number[][] = []
  for (let turn = 0; turn < turns; turn++) {
    const page = await open({ viewport: { width: 1280, height: 900 } })
    await page.setContent(`<div style="height: 600000px; background: ${stripes}"></div>`)
    limit.push(await scroll(page))
    await page.goto(`/assets/${folder}`)
    await page.getByText('Row ', { exact: false }).first().waitFor()
    await page.evaluate('benchIdle()')
    ours.push(await scroll(page))
    await page.context().close()
  }
  const [mean, best] = [ours, limit].map((all) => median(all.map(meanOf)))
  const late = median(ours.map((all) => all.filter((ms) => ms > 34).length / all.length))
  const ratio = mean! / best!
  return {
    what: `console: list of ${rows.toLocaleString('en')} under the wheel: a frame on average, frames over 34 ms`,
    ours: `${mean!.toFixed(1)} ms, ${Math.round(late * 100)} %`,
    yardstick: `${best!.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: 'at most 1.1 of the empty page',
    holds: ratio <= 1.1,
  }
}

async function scroll(page: Page): Promise<number[]> {
  await page.evaluate(meter)
  await page.mouse.move(640, 600)
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, 120)
    await page.waitForTimeout(16)
  }
  return page.evaluate<number[]>('benchFrames')
}

const meanOf = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** A folder that contains many folders. */
async function fill(url: string, as: Caller): Promise<string> {
  const make = async (name: string, parentId?: string) => {
    const body = { name, type: 'folder', parentId }
    const made = await call<{ id: string }>(url, 'POST', '/api/assets', { as, body })
    return made.body.id
  }
  const folder = await make('Archive')
  const names = Array.from({ length: rows }, (_, at) => `Row ${at}`).values()
  const lane = async () => {
    for (const name of names) await make(name, folder)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return folder
}
