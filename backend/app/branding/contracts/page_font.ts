import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { perApplication } from '@crossdock/kernel/plugin'

const latin = {
  path: /^geist-latin-wght-normal-[^/]+\.woff2$/,
  mono: /^geist-mono-latin-wght-normal-[^/]+\.woff2$/,
}

const state = perApplication<{ path: string | null; mono: string | null }>(() => ({
  path: null,
  mono: null,
}))

/** Finds the fonts of the built console, whose names the build chooses. */
export function findFont(folder: string): void {
  const names = readdirSync(join(folder, 'static'))
  const find = (font: RegExp) => {
    const name = names.find((one) => font.test(one))
    return name ? `/static/${name}` : null
  }
  Object.assign(state(), { path: find(latin.path), mono: find(latin.mono) })
}

/** Path of the font; null without a built console, which means the system font. */
export const fontPath = (): string | null => state().path

/** Path of the font for code. */
export const monoPath = (): string | null => state().mono

/** CSS that loads the font as `Geist`; empty without a built console. */
export const fontFace = (path: string | null): string =>
  path
    ? `@font-face{font-family:Geist;font-weight:100 900;font-display:swap;src:url(${path}) format('woff2')}`
    : ''
