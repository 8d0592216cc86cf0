import { setTimeout as delay } from 'node:timers/promises'
import { call, type Caller } from '@crossdock/kernel/testing'
import { line, type Open } from './console_line.js'
import { openAndMeasure } from './console_page.js'
import type { Line } from './report.js'

/** One per second for an hour. */
const events = 3_600
/** This many events cause one refresh, so that there are as many refreshes as in a busy hour. */
const eventsPerRefresh = 12
const MIB = 2 ** 20

/**
 * The memory of a tab after an hour of events, compressed in time: the dashboard reads its data again for each
 * batch.
 */
export async function benchTab(open: Open, url: string, as: Caller): Promise<Line> {
  const page = await open({ viewport: { width: 1280, height: 900 } })
  const session = await page.context().newCDPSession(page)
  const held = async () => {
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / MIB
  }
  await openAndMeasure(page, '/dashboard')
  const made = await call<{ id: string }>(url, 'POST', '/api/assets', {
    as,
    body: { name: 'Renamed', type: 'folder' },
  })
  let refreshes = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/dashboard/activity')) refreshes += 1
  })
  const send = async (count: number) => {
    for (let at = 0; at < count; at += eventsPerRefresh) {
      const begun = performance.now()
      for (let one = 0; one < eventsPerRefresh; one++) {
        const body = { name: `Renamed ${at + one}` }
        await call(url, 'PUT', `/api/assets/${made.body.id}`, { as, body })
      }
      await delay(Math.max(0, 250 - (performance.now() - begun)))
    }
    await page.evaluate('benchIdle()')
  }
  await send(events / 12)
  const start = await held()
  await send(events / 2)
  const middle = await held()
  await send(events / 2)
  const end = await held()
  await page.context().close()
  const sizes = [start, middle, end].map((size) => size.toFixed(1)).join(' / ')
  const what = `tab after an hour of events, ${refreshes} refreshes: heap at start, middle, end`
  // The growth in the second half must be within the noise of garbage collection.
  return line(what, `${sizes} MiB`, '1 MiB more in the second half', end - middle < 1)
}
