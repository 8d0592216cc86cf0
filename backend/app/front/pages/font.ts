import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { perApplication } from '@crossdock/kernel/plugin'

const latin = /^geist-latin-wght-normal-[^/]+\.woff2$/

const state = perApplication<{ path: string | null }>(() => ({ path: null }))

/** Finds the font of the built console, whose name the build chooses. */
export function findFont(folder: string): void {
  const name = readdirSync(join(folder, 'static')).find((one) => latin.test(one))
  state().path = name ? `/static/${name}` : null
}

/** Where the font is; null without a built console: the font of the system then. */
export const fontPath = (): string | null => state().path
