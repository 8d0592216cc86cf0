import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Line } from './report.js'

export type Open = (options: BrowserContextOptions) => Promise<Page>

export const line = (what: string, ours: string, target: string, holds: boolean): Line => ({
  what: `console: ${what}`,
  ours,
  yardstick: '',
  ratio: '',
  target: `under ${target}`,
  holds,
})
